/** The pattern of a symmetric matrix: the lower triangle in compressed columns, [Davis06] Ch. 2. */
import { get, set } from './lists.as';
import { filled, integers } from './room.as';

/** The result of `patternOf`: addresses and the number of entries. */
@unmanaged
export class PatternLists {
  starts: usize;
  rows: usize;
  places: usize;
  entries: u32;
}

const found = changetype<PatternLists>(memory.data(16, 4));

/** The whole diagonal and an entry for every pair, whichever triangle it is given in; pairs may repeat and are below `size`. */
export function patternOf(size: u32, pairs: usize, count: u32): PatternLists {
  const low = integers(count);
  const high = integers(count);
  for (let k: u32 = 0; k < count; k++) {
    const i = get(pairs, 2 * k);
    const j = get(pairs, 2 * k + 1);
    set(low, k, min(i, j));
    set(high, k, max(i, j));
  }
  // Sorted by row and then, stably, by column: a radix sort with the two digits (column, row).
  const byRow = integers(count);
  const items = integers(count);
  for (let k: u32 = 0; k < count; k++) set(items, k, k);
  sortBy(size, items, high, count, byRow);
  sortBy(size, byRow, low, count, items);

  const starts = integers(size + 1);
  const rows = integers(size + count);
  const places = integers(count);
  let at: u32 = 0;
  let next: u32 = 0;
  for (let j: u32 = 0; j < size; j++) {
    set(starts, j, at);
    set(rows, at++, j);
    for (let before = j; next < count; next++) {
      const item = get(items, next);
      if (get(low, item) != j) break;
      const i = get(high, item);
      if (before != i) set(rows, at++, i);
      before = i;
      set(places, item, at - 1);
    }
  }
  set(starts, size, at);
  found.starts = starts;
  found.rows = rows;
  found.places = places;
  found.entries = at;
  return found;
}

/** The items in ascending order of keys[item] < size into `sorted`; equal keys keep their order. */
function sortBy(size: u32, items: usize, keys: usize, count: u32, sorted: usize): void {
  const starts = filled(size + 1, 0);
  for (let k: u32 = 0; k < count; k++) {
    const key = get(keys, k) + 1;
    set(starts, key, get(starts, key) + 1);
  }
  for (let k: u32 = 0; k < size; k++) set(starts, k + 1, get(starts, k) + get(starts, k + 1));
  for (let k: u32 = 0; k < count; k++) {
    const item = get(items, k);
    const key = get(keys, item);
    const to = get(starts, key);
    set(starts, key, to + 1);
    set(sorted, to, item);
  }
}
