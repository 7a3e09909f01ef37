@unmanaged
export class SumBins {
  counts: usize;
  binSums: usize;
}

// [NP17] 3.4: particles sorted by cell
export function sumBins(a: SumBins, first: u32, end: u32): void {
  for (let block = first; block < end; block++) {
    const from = a.counts + ((<usize>block) << 10);
    let sums = i32x4.splat(0);
    let others = i32x4.splat(0);
    for (let at = from; at < from + 1024; at += 32) {
      sums = i32x4.add(sums, v128.load(at));
      others = i32x4.add(others, v128.load(at, 16));
    }
    store<u32>(a.binSums + ((<usize>block) << 2), sumOf(i32x4.add(sums, others)));
  }
}

/** Of four whole numbers. */
export function sumOf(a: v128): u32 {
  const pairs = i32x4.add(a, v128.shuffle<i32>(a, a, 2, 3, 0, 1));
  return i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1);
}
