// The analysis of a model's matrix, springs.ts.
import { get, set } from './lists.as';
import { minimumDegree } from './order.as';
import { integers } from './room.as';
import { patternOf } from './sparse.as';
import { analyse, SymbolicLists } from './symbolic.as';

/** What `analyseSprings` leaves beside the `SymbolicLists`, whose order is by slot and whose places are those of springs. */
@unmanaged
export class SpringLists {
  symbolic: SymbolicLists;
  diagonalPlaces: usize;
}

const found = changetype<SpringLists>(memory.data(8, 4));

/** Null where the factor has too many entries. */
export function analyseSprings(
  particles: u32,
  springs: u32,
  ends: usize,
  idOf: usize,
  slotOf: usize,
): SpringLists | null {
  const pairs = integers(2 * springs);
  for (let k: u32 = 0; k < 2 * springs; k++) set(pairs, k, get(idOf, get(ends, k)));
  const pattern = patternOf(particles, pairs, springs);
  const order = minimumDegree(particles, pattern.starts, pattern.rows);
  const symbolic = analyse(particles, pattern.starts, pattern.rows, order);
  if (!symbolic) return null;
  const inPanels = symbolic.places;
  for (let k: u32 = 0; k < particles; k++) set(symbolic.order, k, get(slotOf, get(symbolic.order, k)));
  const springPlaces = integers(springs);
  for (let s: u32 = 0; s < springs; s++) set(springPlaces, s, get(inPanels, get(pattern.places, s)));
  const diagonalPlaces = integers(particles);
  for (let id: u32 = 0; id < particles; id++)
    set(diagonalPlaces, get(slotOf, id), get(inPanels, get(pattern.starts, id)));
  symbolic.places = springPlaces;
  found.symbolic = symbolic;
  found.diagonalPlaces = diagonalPlaces;
  return found;
}
