import { share } from './share.as';

@unmanaged
export class Prolongation {
  parents: usize;
  correction: usize;
  diagonal: usize;
  delta: usize;
}

export function prolongation(a: Prolongation, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    if (load<f32>(a.diagonal + ((<usize>i) << 2)) == 0) continue;
    const o = (<usize>i) << 4;
    let sum = v128.load(a.delta + o);
    for (let k = a.parents + ((<usize>i) << 5), stop = k + 32; k < stop; k += 8) {
      const e = v128.load(a.correction + ((<usize>load<u32>(k)) << 4));
      // [BHM00] Ch. 3: the coarse-grid correction v ← v + P e
      sum = f32x4.add(sum, f32x4.mul(f32x4.splat(share(k)), e));
    }
    v128.store(a.delta + o, sum);
  }
}
