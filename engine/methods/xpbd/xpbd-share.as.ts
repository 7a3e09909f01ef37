import { rowStart } from '../../rows.as';

@unmanaged
export class XpbdShare {
  masses: usize;
  neighbours: usize;
  springOf: usize;
  springs: usize;
  shares: usize;
  entries: u32;
}

/** n_i w_i; see xpbd-share.ts. */
// [TBV12] mass splitting
export function xpbdShare(a: XpbdShare, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    let n: f32 = 0;
    const stop = rowStart(a.neighbours, a.entries, i + 1);
    for (let entry = rowStart(a.neighbours, a.entries, i); entry < stop; entry += 4) {
      const s = load<u32>(a.springOf + entry);
      if (load<u32>(a.neighbours + entry) != i && load<f32>(a.springs + ((<usize>s) << 3), 4) > 0) n += 1;
    }
    store<f32>(a.shares + ((<usize>i) << 2), n * load<f32>(a.masses + ((<usize>i) << 4), 4));
  }
}
