@unmanaged
export class CountAtBalls {
  entries: usize;
  rowStarts: usize;
  rest: usize;
  counts: usize;
  blocks: u32;
  capacity: u32;
}

export function countAtBalls(a: CountAtBalls, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const row = a.rowStarts + ((<usize>i) << 2);
    const begin = load<u32>(row);
    let e = min<u32>(a.capacity, load<u32>(row, 4));
    if (e <= begin || load<f32>(a.rest + ((<usize>i) << 4), 12) < 0) continue;
    for (; e > begin; e--) {
      const other = load<u32>(a.entries + ((<usize>e) << 3) - 8);
      const body = load<f32>(a.rest + ((<usize>other) << 4), 12);
      if (body >= 0) break;
      count(a.counts + ((<usize>(<u32>(-body - 1) * a.blocks + (i >> 8))) << 2));
    }
  }
}

/** Adds one. */
function count(address: usize): void {
  if (ASC_FEATURE_THREADS) atomic.add<u32>(address, 1);
  else store<u32>(address, load<u32>(address) + 1);
}
