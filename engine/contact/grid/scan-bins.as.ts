@unmanaged
export class ScanBins {
  binSums: usize;
  blocks: u32;
}

export function scanBins(a: ScanBins, first: u32, end: u32): void {
  if (first == end) return;
  let before: u32 = 0;
  for (let at = a.binSums, stop = a.binSums + ((<usize>a.blocks) << 2); at < stop; at += 4) {
    const sum = load<u32>(at);
    store<u32>(at, before);
    before += sum;
  }
}
