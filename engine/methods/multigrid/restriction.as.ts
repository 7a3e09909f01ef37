import { firstChild, share } from './share.as';

@unmanaged
export class Restriction {
  children: usize;
  fineResidual: usize;
  diagonal: usize;
  rhs: usize;
  delta: usize;
  residual: usize;
  pairs: u32;
}

export function restriction(a: Restriction, first: u32, end: u32): void {
  let k = a.children + firstChild(a.children, a.pairs, first);
  for (let i = first; i < end; i++) {
    let sum = f32x4.splat(0);
    for (const stop = a.children + firstChild(a.children, a.pairs, i + 1); k < stop; k += 8) {
      const r = v128.load(a.fineResidual + ((<usize>load<u32>(k)) << 4));
      // [BHM00] Ch. 3 and 8: restriction by Pᵀ
      sum = f32x4.add(sum, f32x4.mul(f32x4.splat(share(k)), r));
    }
    const diagonal = load<f32>(a.diagonal + ((<usize>i) << 2));
    const isThere = diagonal != 0;
    const o = (<usize>i) << 4;
    v128.store(a.residual + o, isThere ? sum : f32x4.splat(0));
    v128.store(a.rhs + o, isThere ? f32x4.div(sum, f32x4.splat(diagonal)) : f32x4.splat(0));
    v128.store(a.delta + o, f32x4.splat(0));
  }
}
