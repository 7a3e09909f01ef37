import { xyz } from '../../vector.as';
import { binAt, cellAt } from '../cells/bin-of.as';
import { areNear, farthest2, NOTED, PLACE, within } from './near.as';

@unmanaged
export class CountNear {
  places: usize;
  starts: usize;
  cell: usize;
  counts: usize;
  noted: usize;
  bins: u32;
  own: u32;
}

// [NP17] 3.4: candidates in the cells around a particle
export function countNear(a: CountNear, first: u32, end: u32): void {
  const size = v128.load(a.cell);
  const gridded = load<u32>(a.starts + ((<usize>a.bins) << 2));
  for (let item = first; item < end; item++) {
    const place = a.places + <usize>item * PLACE;
    const notes = a.noted + ((<usize>(item * NOTED)) << 2);
    let found: u32 = 0;
    if (item < gridded) {
      const c = cellAt(v128.load(place), size);
      const cx = i32x4.extract_lane(c, 0);
      const cy = i32x4.extract_lane(c, 1);
      const cz = i32x4.extract_lane(c, 2);
      for (let z = cz - 1; z <= cz + 1; z++)
        for (let y = cy - 1; y <= cy + 1; y++) {
          const row = i32x4.replace_lane(i32x4.replace_lane(c, 1, y), 2, z);
          // Consecutive cells in x are contiguous, up to a multiple of four.
          for (let x = cx - 1, last = x; x <= cx + 1; x = last + 1) {
            last = min<i32>(cx + 1, x | 3);
            const range = a.starts + ((<usize>binAt(i32x4.replace_lane(row, 0, x), a.bins)) << 2);
            const from = a.places + <usize>load<u32>(range) * PLACE;
            const to = a.places + <usize>load<u32>(range + ((<usize>(last - x)) << 2), 4) * PLACE;
            found = countIn(a, place, notes, from, to, size, found);
          }
        }
    }
    store<u32>(a.counts + ((<usize>(<u32>load<f32>(place, 28))) << 2), found);
  }
}

/** Number of neighbours of the particle from here to there, plus the `before` found elsewhere. */
function countIn(
  a: CountNear,
  place: usize,
  notes: usize,
  from: usize,
  to: usize,
  cell: v128,
  before: u32,
): u32 {
  const begin = v128.load(place);
  const way = xyz(v128.load(place, 16));
  const most2 = farthest2(begin, cell);
  let found = before;
  for (let at = from; at < to; at += 4 * PLACE) {
    for (let left = within(begin, at, to - PLACE, most2); left != 0; left &= left - 1) {
      const other = at + <usize>ctz(left) * PLACE;
      if (!areNear(place, begin, way, other, cell, a.own)) continue;
      if (found < NOTED) store<u32>(notes + ((<usize>found) << 2), <u32>((other - a.places) / PLACE));
      found++;
    }
  }
  return found;
}
