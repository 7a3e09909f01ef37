import { xyz } from '../../../vector.as';

@unmanaged
export class Precondition {
  force: usize;
  diagonal: usize;
  residual: usize;
  rhs: usize;
  delta: usize;
}

export function precondition(a: Precondition, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const o = (<usize>i) << 4;
    const diagonal = load<f32>(a.diagonal + ((<usize>i) << 2));
    const isThere = diagonal != 0;
    const r = xyz(v128.load(a.force + o));
    v128.store(a.residual + o, isThere ? r : f32x4.splat(0));
    v128.store(a.rhs + o, isThere ? f32x4.div(r, f32x4.splat(diagonal)) : f32x4.splat(0));
    v128.store(a.delta + o, f32x4.splat(0));
  }
}
