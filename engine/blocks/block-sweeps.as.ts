import { awaitCount, tellCount } from '../backends/wasm/meet.as';
import { goesUp } from '../backends/wasm/way.as';
import { relaxPairs } from './block-pairs.as';
import { Kept, Nothing } from './block-relax.as';
import { blocksOf, foursAt, threesAt } from './grid.as';

@unmanaged
export class BlockSweeps {
  blockDelta: usize;
  blockRhs: usize;
  blockWeights: usize;
  blockKinds: usize;
  blockMeetings: usize;
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
 * A half-sweep goes on by so many pairs before the next one does: what they have in hand is in the second cache. ns per particle and
 * sweep (EPYC with AVX-512, 1 MiB, Node 20, least of nine in turn), two pairs, four, eight, twelve, sixteen: at 100 × 100 0.522, 0.504,
 * 0.496, 0.500, 0.504; at 316 × 316 equal; at 1000 × 1000, in noise, eight and twelve are the least.
 */
const FRONTS: i32 = 8;

/** Of a band: how many half-sweeps it has done on its first two rows, where all go down, and on its last two, where they go up. */
const TOP: usize = 0;
const BOTTOM: usize = 64;
const BAND: usize = 128;

// [NP17] Alg. 7 and Eq. (5.2), [PNF18] Eq. (6), delta form
export function blockSweeps(a: BlockSweeps, first: u32, end: u32): void {
  if (first == end) return;
  const pairs: u32 = (a.rows + 1) >> 1;
  // A range that is not cut by `share` would wait forever for counters of bands that do not exist.
  if (first % a.share != 0 || (end - first != a.share && end != pairs)) unreachable();
  const halves: u32 = 2 * a.sweeps;
  if (end - first == pairs) {
    sweepBand(a, goesUp(), 0, pairs, 0, 0, 0, 0);
    return;
  }
  const bands = bandsOf(a, pairs);
  const band = first / a.share;
  const own = a.blockMeetings + band * BAND;
  // When a call begins, the counters of all bands are equal.
  const count = load<u32>(own);
  if (band < bands) {
    const above = band > 0 ? own - BAND + BOTTOM : 0;
    const below = band + 1 < bands ? own + BAND + TOP : 0;
    if (goesUp()) {
      // Pairs are counted from below.
      const from = pairs - beginOf(a, band + 1, bands, pairs, 1);
      const until = pairs - beginOf(a, band, bands, pairs, 1);
      sweepBand(a, true, from, until, below, above, own + BOTTOM, count);
    } else {
      const from = beginOf(a, band, bands, pairs, -1);
      const until = beginOf(a, band + 1, bands, pairs, -1);
      sweepBand(a, false, from, until, above, below, own + TOP, count);
    }
  }
  tellCount(own + TOP, count + halves);
  tellCount(own + BOTTOM, count + halves);
}

/** The number of bands: as many as shares, but fewer where a band would have nothing to do in some half-sweep. */
function bandsOf(a: BlockSweeps, pairs: u32): u32 {
  return max<u32>(1, min<u32>((pairs + a.share - 1) / a.share, pairs / (leadOf(a) + 2)));
}

/**
 * The first pair of a band's first half-sweep: on the way up (1) so far below its share, and on the way down (-1) above it, that with the
 * rows that bands lose and win later all have as much to do.
 */
function beginOf(a: BlockSweeps, band: u32, bands: u32, pairs: u32, way: i32): u32 {
  if (band == 0) return 0;
  return band == bands ? pairs : (band * pairs) / bands + way * leadOf(a);
}

/** Half of the pairs that a border moves by, rounded up. */
function leadOf(a: BlockSweeps): u32 {
  return (a.sweeps + 1) >> 1;
}

/**
 * The pairs [from, until), in the order of traversal: where it goes up, pairs are counted from below. `behind` and `ahead` are the
 * counters of the neighbouring bands. Each half-sweep has a row less behind and a row more ahead than the one before. So a band needs nothing of the one
 * behind it, and of the one ahead what that has done first.
 */
function sweepBand(
  a: BlockSweeps,
  up: bool,
  from: i32,
  until: i32,
  behind: usize,
  ahead: usize,
  own: usize,
  count: u32,
): void {
  const most: i32 = ((a.rows + 1) >> 1) - 1;
  const halves: i32 = 2 * a.sweeps;
  const fronts = lastOf(until, halves - 1, ahead) + halves - from;
  let told: i32 = 0;
  for (let begun: i32 = 0; begun < fronts; begun += FRONTS) {
    for (let s: i32 = 0; s < halves; s++) {
      const first = behind ? from + (s >> 1) : from;
      const last = lastOf(until, s, ahead);
      const near = max<i32>(first, from - s + begun);
      const far = min<i32>(last, from - s + begun + FRONTS - 1);
      if (near > far) continue;
      // The first half-sweep reads only results of before the call.
      if (ahead && s > 0 && 2 * far + 3 >= 2 * until + s) awaitCount(ahead, count + s);
      const withNear = !(behind && s & 1 && near == first);
      const withFar = !(ahead && s & 1 && far == last);
      if (up) sweepPairs(a, s, most - far, most - near, withFar, withNear);
      else sweepPairs(a, s, near, far, withNear, withFar);
    }
    if (!behind) continue;
    // A half-sweep may be followed once its first two rows are done.
    while (told < halves && told + ((told + 1) >> 1) < begun + FRONTS) told++;
    tellCount(own, count + told);
  }
}

/** The last pair of a half-sweep. */
function lastOf(until: i32, s: i32, ahead: usize): i32 {
  return ahead ? until - 1 + ((s + 1) >> 1) : until - 1;
}

function sweepPairs(a: BlockSweeps, s: u32, low: i32, high: i32, withUpper: bool, withLower: bool): void {
  if (s == 0 && a.isFresh) beginPairs(a, low, high);
  else if ((s == 1 && a.isFresh) || a.keep == 0) sweep<Nothing>(a, s & 1, low, high, withUpper, withLower);
  else sweep<Kept>(a, s & 1, low, high, withUpper, withLower);
}

function sweep<O>(a: BlockSweeps, colour: u32, low: i32, high: i32, withUpper: bool, withLower: bool): void {
  relaxPairs<O>(
    a.blockDelta,
    a.blockRhs,
    a.blockWeights,
    a.blockKinds,
    a.columns,
    a.rows,
    colour,
    a.keep,
    low,
    high,
    withUpper,
    withLower,
  );
}

/** The first half-sweep from δ = 0: what is around is 0 too, so that red δ = rhs. */
function beginPairs(a: BlockSweeps, low: u32, high: u32): void {
  for (let row = 2 * low; row < 2 * high + 2; row++) {
    let q = a.blockRhs + foursAt(a.columns, a.rows, 0, row);
    let d = a.blockDelta + threesAt(a.columns, a.rows, 0, row);
    for (const stop = d + <usize>blocksOf(a.columns) * 48; d < stop; d += 48, q += 64) {
      v128.store(d, v128.load(q));
      v128.store(d, v128.load(q, 16), 16);
      v128.store(d, v128.load(q, 32), 32);
    }
  }
}
