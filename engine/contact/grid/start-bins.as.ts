@unmanaged
export class StartBins {
  binSums: usize;
  counts: usize;
  starts: usize;
}

export function startBins(a: StartBins, first: u32, end: u32): void {
  for (let block = first; block < end; block++) {
    let before = load<u32>(a.binSums + ((<usize>block) << 2));
    for (let o = (<usize>block) << 10, stop = o + 1024; o < stop; o += 4) {
      before += load<u32>(a.counts + o);
      store<u32>(a.starts + o, before, 4);
      store<u32>(a.counts + o, 0);
    }
  }
}
