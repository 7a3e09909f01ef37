import { xyz } from '../vector.as';

@unmanaged
export class PullSums {
  modes: usize;
  pulls: usize;
  modePulls: usize;
  count: u32;
  blocks: u32;
}

export function pullSums(a: PullSums, first: u32, end: u32): void {
  for (let k = first; k < end; k++) {
    const block = k % a.blocks;
    const mode = a.modes + ((<usize>(k / a.blocks) * a.count) << 2);
    let sum = f32x4.splat(0);
    for (let i = block << 8, stop = min<u32>(a.count, (block + 1) << 8); i < stop; i++) {
      const pull = v128.load(a.pulls + ((<usize>i) << 4));
      sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(mode + ((<usize>i) << 2)), pull));
    }
    v128.store(a.modePulls + ((<usize>k) << 4), xyz(sum));
  }
}
