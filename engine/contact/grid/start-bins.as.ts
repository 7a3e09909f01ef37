@unmanaged
export class StartBins {
  binSums: usize;
  counts: usize;
  starts: usize;
}

export function startBins(a: StartBins, first: u32, end: u32): void {
  let before: u32 = 0;
  for (let at = a.binSums, stop = at + ((<usize>first) << 2); at < stop; at += 4) {
    before += load<u32>(at);
  }
  for (let o = (<usize>first) << 10, stop = (<usize>end) << 10; o < stop; o += 4) {
    before += load<u32>(a.counts + o);
    store<u32>(a.starts + o, before, 4);
    store<u32>(a.counts + o, 0);
  }
}
