/**
 * The analysis of the matrix that projective dynamics solves with in every global step,
 *
 *   A = M/h² + L,   [LBOK13] Eq. (14) divided by h²,
 *
 * with L the Laplacian of the springs weighted by stiffness: +s on both diagonals and −s between the ends. Every
 * coordinate has the same matrix, so one scalar matrix serves x, y and z. Rows and columns are the model's slots.
 *
 * The ordering starts from the user's ids: minimum degree breaks ties by number, and neighbours in space are closer by
 * id than by slot, since slots are sorted by colour (by slot the [LBOK13] cloth has 1 % more fill at 81², 9 % at 257²). So the
 * whole analysis is by id, and only its result by slot.
 */
import { get, set } from './lists.as';
import { minimumDegree } from './order.as';
import { integers } from './room.as';
import { patternOf } from './sparse.as';
import { analyse, SymbolicLists } from './symbolic.as';

/** The result of `analyseSprings`: the `SymbolicLists`, with the order by slot and the places by spring, and the places of the diagonal by slot. */
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
  const symbolic = analyse(particles, pattern.starts, pattern.rows, order, 1);
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
