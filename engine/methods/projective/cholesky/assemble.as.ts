import { rowStart } from '../../../rows.as';
import { stiffnesses } from '../../spring.as';

@unmanaged
export class Assemble {
  masses: usize;
  neighbours: usize;
  springOf: usize;
  springs: usize;
  places: usize;
  diagonals: usize;
  panels: usize;
  weights: usize;
  entries: u32;
  numbers: u32;
  inertia: f32;
}

function isPinned(a: Assemble, i: u32): bool {
  return load<f32>(a.masses + ((<usize>i) << 4), 4) == 0;
}

/** Address of number k of the panels. */
function place(a: Assemble, k: u32): usize {
  return a.panels + ((<usize>k) << 3);
}

/** Reads four entries at once; their stiffness is summed one by one. Rows are a multiple of four long. */
// [LBOK13] Eq. (14) divided by h²
export function assemble(a: Assemble, first: u32, end: u32): void {
  memory.fill(a.panels, 0, (<usize>a.numbers) << 3);
  for (let i = first; i < end; i++) {
    const own = i32x4.splat(i);
    const pinned = isPinned(a, i);
    const isFree = i32x4.splat(pinned ? 0 : -1);
    let diagonal = <f64>a.inertia * <f64>load<f32>(a.masses + ((<usize>i) << 4));
    const stop = rowStart(a.neighbours, a.entries, i + 1);
    for (let e = rowStart(a.neighbours, a.entries, i); e < stop; e += 16) {
      const others = v128.load(a.neighbours + e);
      const s = v128.andnot(stiffnesses(a.springs, a.springOf + e), i32x4.eq(others, own));
      diagonal += <f64>f32x4.extract_lane(s, 0);
      diagonal += <f64>f32x4.extract_lane(s, 1);
      diagonal += <f64>f32x4.extract_lane(s, 2);
      diagonal += <f64>f32x4.extract_lane(s, 3);
      v128.store(a.weights + e, v128.and(s, isFree));
      const isBefore = v128.and(i32x4.lt_u(others, own), isFree);
      for (let left = i32x4.bitmask(isBefore); left != 0; left &= left - 1)
        scatter(a, e + ((<usize>ctz(left)) << 2));
    }
    store<f64>(place(a, load<u32>(a.diagonals + ((<usize>i) << 2))), pinned ? 1 : diagonal);
  }
}

/** Subtracts an entry's stiffness from the panels, unless its neighbour is pinned. */
function scatter(a: Assemble, entry: usize): void {
  if (isPinned(a, load<u32>(a.neighbours + entry))) return;
  const spring = <usize>load<u32>(a.springOf + entry);
  const at = place(a, load<u32>(a.places + (spring << 2)));
  store<f64>(at, load<f64>(at) - <f64>load<f32>(a.springs + (spring << 3), 4));
}
