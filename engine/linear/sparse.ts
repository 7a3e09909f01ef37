/** Symmetric sparse matrices: the lower triangle in compressed columns, [Davis06] Ch. 2. */
import { InputError } from '../errors.ts';

/**
 * Where a symmetric matrix may be nonzero: the lower triangle, column after column. The rows of column j are rows[starts[j]] … rows[starts[j + 1] − 1], ascending, and the
 * diagonal always comes first, so that it is found without a search.
 */
export interface Pattern {
  readonly size: number;
  /** size + 1 offsets into `rows`. */
  readonly starts: Int32Array;
  readonly rows: Int32Array;
}

export interface PatternOfPairs {
  readonly pattern: Pattern;
  /** By pair: where it has gone, so that values can be renewed without a search. */
  readonly places: Int32Array;
}

export function checkPairs(size: number, pairs: ArrayLike<number>): void {
  for (let k = 0; k < pairs.length; k++)
    if (!(pairs[k] >= 0 && pairs[k] < size)) throw new InputError('pairs', pairs[k], `indices below ${size}`);
}

/** The pattern with the whole diagonal and an entry for every pair, whichever triangle it is given in; pairs may repeat. */
export function patternOf(size: number, pairs: ArrayLike<number>): PatternOfPairs {
  checkPairs(size, pairs);
  const entries = pairs.length / 2;
  const low = new Int32Array(entries);
  const high = new Int32Array(entries);
  for (let k = 0; k < entries; k++) {
    const i = pairs[2 * k];
    const j = pairs[2 * k + 1];
    low[k] = Math.min(i, j);
    high[k] = Math.max(i, j);
  }
  // Sorted by row and then, stably, by column: what a radix sort does with the two digits (column, row).
  const items = new Int32Array(entries);
  for (let k = 0; k < entries; k++) items[k] = k;
  const byColumn = sortedBy(size, sortedBy(size, items, high), low);

  const starts = new Int32Array(size + 1);
  const rows = new Int32Array(size + entries);
  const places = new Int32Array(entries);
  let at = 0;
  let next = 0;
  for (let j = 0; j < size; j++) {
    starts[j] = at;
    rows[at++] = j;
    for (; next < entries && low[byColumn[next]] === j; next++) {
      const i = high[byColumn[next]];
      if (rows[at - 1] !== i) rows[at++] = i;
      places[byColumn[next]] = at - 1;
    }
  }
  starts[size] = at;
  return { pattern: { size, starts, rows: rows.slice(0, at) }, places };
}

/** The items in ascending order of keys[item] < size; equal keys keep their order. */
function sortedBy(size: number, items: Int32Array, keys: Int32Array): Int32Array {
  const starts = new Int32Array(size + 1);
  for (let k = 0; k < keys.length; k++) starts[keys[k] + 1]++;
  for (let k = 0; k < size; k++) starts[k + 1] += starts[k];
  const sorted = new Int32Array(items.length);
  for (let k = 0; k < items.length; k++) sorted[starts[keys[items[k]]]++] = items[k];
  return sorted;
}
