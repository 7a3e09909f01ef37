import { madd } from '../vector.as';
import { relaxMixed, relaxRows, shiftedIn, shiftedOut } from './block-relax.as';
import { blocksOf, foursAt, rowOfFours, rowOfThrees, SPRINGS, threesAt } from './grid.as';

/**
 * One colour of the pairs of rows from `low` to `high`; the first without its upper row if `withUpper` is false, the last without its
 * lower row if `withLower` is false.
 */
export function relaxPairs<O>(
  delta: usize,
  rhs: usize,
  weights: usize,
  kinds: usize,
  columns: u32,
  rows: u32,
  colour: u32,
  keep: f32,
  low: i32,
  high: i32,
  withUpper: bool,
  withLower: bool,
): void {
  const three = rowOfThrees(columns);
  const four = rowOfFours(columns);
  let own = delta + threesAt(columns, rows, colour, 2 * low);
  let others = delta + threesAt(columns, rows, 1 - colour, 2 * low);
  let q = rhs + foursAt(columns, rows, colour, 2 * low);
  let w = weights + foursAt(columns, rows, colour, 2 * low);
  let kind = kinds + ((<usize>(2 * low + colour)) << 2);
  for (let pair = low; pair <= high; pair++) {
    const above = others - three;
    const below = others + 2 * three;
    const weighed = load<u32>(kind);
    if (!withUpper && pair == low) {
      relaxRow<O>(
        own + three,
        others + three,
        others,
        below,
        0,
        q + four,
        w + four,
        weighed,
        columns,
        1 - colour,
        keep,
      );
    } else if (!withLower && pair == high) {
      relaxRow<O>(own, others, above, others + three, 1, q, w, weighed, columns, colour, keep);
    } else {
      relaxRows<O>(own, others, above, below, q, w, weighed, columns, three, four, colour, keep);
    }
    own += 2 * three;
    others += 2 * three;
    q += 2 * four;
    w += 2 * four;
    kind += 8;
  }
}

/**
 * One row of a pair, where a band ends between the two, with the bits it has in the pair. Where `isUpper`, the pair's other row is below; where `after`, the neighbour that
 * has not the particle's own half is the one after.
 */
function relaxRow<O>(
  row: usize,
  n: usize,
  above: usize,
  below: usize,
  isUpper: u32,
  q: usize,
  weights: usize,
  weighed: u32,
  columns: u32,
  after: u32,
  keep: f32,
): void {
  const k = f32x4.splat(keep);
  if (weighed == SPRINGS) {
    relaxMixed<O>(row, q, weights, n, above, below, after, columns, k);
    return;
  }
  const o = changetype<O>(0);
  let beyond = isUpper ? above : below;
  let within = isUpper ? below : above;
  for (const stop = row + <usize>blocksOf(columns) * 48; row < stop; q += 64) {
    const w = v128.load(q, 48);
    for (let blockEnd = row + 48; row < blockEnd; row += 16, q += 16, n += 16, beyond += 16, within += 16) {
      const here = v128.load(n);
      const shifted = after ? shiftedOut(here, v128.load(n, 48)) : shiftedIn(v128.load(n - 48), here);
      const both = f32x4.add(here, v128.load(within));
      const sum = f32x4.add(f32x4.add(shifted, v128.load(beyond)), both);
      v128.store(row, madd(w, sum, o.old(row, k, v128.load(q))));
    }
    q -= 48;
  }
}
