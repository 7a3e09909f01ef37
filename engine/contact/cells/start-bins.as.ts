import { sumOf } from './sum-bins.as';

@unmanaged
export class StartBins {
  binSums: usize;
  counts: usize;
  starts: usize;
}

/** A prefix sum of four bins at once: each number is added one and then two lanes further, and to the sum so far. */
// [NP17] 3.4: particles sorted by cell
export function startBins(a: StartBins, first: u32, end: u32): void {
  const none = i32x4.splat(0);
  let before = i32x4.splat(sumBefore(a, first));
  for (let o = (<usize>first) << 10, stop = (<usize>end) << 10; o < stop; o += 16) {
    let sums = v128.load(a.counts + o);
    v128.store(a.counts + o, none);
    sums = i32x4.add(sums, v128.shuffle<i32>(none, sums, 0, 4, 5, 6));
    sums = i32x4.add(sums, v128.shuffle<i32>(none, sums, 0, 0, 4, 5));
    sums = i32x4.add(sums, before);
    v128.store(a.starts + o, sums, 4);
    before = v128.shuffle<i32>(sums, sums, 3, 3, 3, 3);
  }
}

/** Number of particles in the blocks of bins before this one. */
function sumBefore(a: StartBins, first: u32): u32 {
  const stop = a.binSums + ((<usize>first) << 2);
  const fours = a.binSums + ((<usize>(first & ~3)) << 2);
  let at = a.binSums;
  let sums = i32x4.splat(0);
  for (; at < fours; at += 16) sums = i32x4.add(sums, v128.load(at));
  let sum = sumOf(sums);
  for (; at < stop; at += 4) sum += load<u32>(at);
  return sum;
}
