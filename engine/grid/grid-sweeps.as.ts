import { awaitCount, tellCount } from '../backends/wasm/meet.as';
import { blocksOf, foursAt, threesAt } from './grid.as';
import { Kept, Nothing, relaxPair } from './grid-relax.as';

@unmanaged
export class GridSweeps {
  gridDelta: usize;
  gridRhs: usize;
  gridWeights: usize;
  gridMixed: usize;
  gridMeetings: usize;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
  keep: f32;
  sweeps: u32;
  share: u32;
  isFresh: u32;
}

/**
 * So many half-sweeps go on by so many pairs before the next ones do: what they have in hand is in the second cache, and what all have, in
 * the third. 1000 × 1000, ns per particle and ten sweeps (EPYC with AVX-512, 1 MiB, Node 20; least and median of nine in turn): 7.0 and
 * 7.2; by four and four 7.1 and 7.6, ten and four 7.2 and 7.4, twenty and one 6.9 and 7.1, after which the end of the step takes 0.7 more.
 */
const HALVES: u32 = 4;
const FRONTS: u32 = 8;

export function gridSweeps(a: GridSweeps, first: u32, end: u32): void {
  if (first == end) return;
  // Other cuts than those that `share` tells of would be waited for in vain.
  if (first % a.share != 0 || (end - first != a.share && end != (a.rows + 1) >> 1)) unreachable();
  const band = first / a.share;
  const goesUp = (band & 1) != 0;
  const hasAbove = first > 0;
  const hasBelow = end < (a.rows + 1) >> 1;
  // Of the meeting above the words are theirs, ours; of the one below ours, theirs. Both sides come with equal counts.
  const above = a.gridMeetings + ((<usize>band) << 7);
  const below = above + 128;
  const countAbove = hasAbove ? load<u32>(above, 64) : 0;
  const countBelow = hasBelow ? load<u32>(below) : 0;

  const height = end - first;
  const halves: u32 = 2 * a.sweeps;
  const fronts = height + halves - 1;
  for (let begun: u32 = 0; begun < fronts; begun += FRONTS) {
    const until = min<u32>(fronts, begun + FRONTS);
    for (let earliest: u32 = 0; earliest < halves && earliest < until; earliest += HALVES) {
      const latest = min<u32>(halves, earliest + HALVES);
      for (let front = begun; front < until; front++) {
        // From the half-sweep on that has not left the band yet.
        let s = max<u32>(earliest, front < height ? 0 : front - height + 1);
        for (; s < latest && s <= front; s++) {
          const way = front - s;
          const pair = goesUp ? end - 1 - way : first + way;
          const isTop = hasAbove && pair == first;
          const isBottom = hasBelow && pair == end - 1;
          if (isTop) awaitCount(above, countAbove + s);
          if (isBottom) awaitCount(below + 64, countBelow + s);
          if (s == 0 && a.isFresh) beginPair(a, pair);
          else if ((s == 1 && a.isFresh) || a.keep == 0) sweepPair<Nothing>(a, s & 1, pair);
          else sweepPair<Kept>(a, s & 1, pair);
          if (isTop) tellCount(above + 64, countAbove + s + 1);
          if (isBottom) tellCount(below, countBelow + s + 1);
        }
      }
    }
  }
}

function sweepPair<O>(a: GridSweeps, colour: u32, pair: u32): void {
  relaxPair<O>(a.gridDelta, a.gridRhs, a.gridWeights, a.gridMixed, a.columns, a.rows, colour, a.keep, pair);
}

/** The first half-sweep from δ = 0: what is around is 0 too, so that red δ = rhs. */
function beginPair(a: GridSweeps, pair: u32): void {
  for (let row = 2 * pair; row < 2 * pair + 2; row++) {
    let q = a.gridRhs + foursAt(a.columns, a.rows, 0, row);
    let d = a.gridDelta + threesAt(a.columns, a.rows, 0, row);
    for (const stop = d + <usize>blocksOf(a.columns) * 48; d < stop; d += 48, q += 64) {
      v128.store(d, v128.load(q));
      v128.store(d, v128.load(q, 16), 16);
      v128.store(d, v128.load(q, 32), 32);
    }
  }
}
