import { rowStart } from '../../rows.as';
import { xyz } from '../../vector.as';

@unmanaged
export class XpbdMove {
  masses: usize;
  neighbours: usize;
  springOf: usize;
  pushes: usize;
  delta: usize;
  entries: u32;
}

/** What all springs of a particle move it by; see xpbd-move.ts. */
export function xpbdMove(a: XpbdMove, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const o = (<usize>i) << 4;
    let sum = f32x4.splat(0);
    const stop = rowStart(a.neighbours, a.entries, i + 1);
    for (let entry = rowStart(a.neighbours, a.entries, i); entry < stop; entry += 4) {
      const j = load<u32>(a.neighbours + entry);
      if (j == i) continue;
      const push = v128.load(a.pushes + ((<usize>load<u32>(a.springOf + entry)) << 4));
      sum = i < j ? f32x4.add(sum, push) : f32x4.sub(sum, push);
    }
    // [MMC16] Eq. (17).
    const move = f32x4.mul(f32x4.splat(load<f32>(a.masses + o, 4)), sum);
    v128.store(a.delta + o, xyz(f32x4.add(v128.load(a.delta + o), move)));
  }
}
