import { rowStart } from '../rows.as';

@unmanaged
export class SmoothingShare {
  masses: usize;
  neighbours: usize;
  springOf: usize;
  springs: usize;
  massShares: usize;
  entries: u32;
}

/** m_i/2n_i; see smoothing-share.ts. */
export function smoothingShare(a: SmoothingShare, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    let n: f32 = 0;
    const stop = rowStart(a.neighbours, a.entries, i + 1);
    for (let entry = rowStart(a.neighbours, a.entries, i); entry < stop; entry += 4) {
      const s = load<u32>(a.springOf + entry);
      if (load<u32>(a.neighbours + entry) != i && load<f32>(a.springs + ((<usize>s) << 3), 4) != 0) n += 1;
    }
    const mass = a.masses + ((<usize>i) << 4);
    const isFree = n > 0 && load<f32>(mass, 4) != 0;
    store<f32>(a.massShares + ((<usize>i) << 2), isFree ? load<f32>(mass) / (2 * n) : 0);
  }
}
