import { relaxed } from './relaxed.as';

@unmanaged
export class Relax {
  delta: usize;
  rhs: usize;
  neighbours: usize;
  weights: usize;
  width: u32;
  keep: f32;
}

export function relax(a: Relax, first: u32, end: u32): void {
  const keep = f32x4.splat(a.keep);
  for (let i = first; i < end; i++) {
    const o = (<usize>i) << 4;
    const start = f32x4.add(f32x4.mul(keep, v128.load(a.delta + o)), v128.load(a.rhs + o));
    v128.store(a.delta + o, relaxed(start, i, a.delta, a.neighbours, a.weights, a.width));
  }
}
