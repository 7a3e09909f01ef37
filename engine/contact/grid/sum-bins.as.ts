@unmanaged
export class SumBins {
  counts: usize;
  binSums: usize;
}

export function sumBins(a: SumBins, first: u32, end: u32): void {
  for (let block = first; block < end; block++) {
    let sum: u32 = 0;
    const from = a.counts + ((<usize>block) << 10);
    for (let at = from; at < from + 1024; at += 4) {
      sum += load<u32>(at);
    }
    store<u32>(a.binSums + ((<usize>block) << 2), sum);
  }
}
