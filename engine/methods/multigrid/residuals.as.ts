import { relaxed } from '../projective/relaxed.as';

@unmanaged
export class Residuals {
  delta: usize;
  rhs: usize;
  neighbours: usize;
  weights: usize;
  diagonal: usize;
  residual: usize;
  entries: u32;
}

export function residuals(a: Residuals, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const o = (<usize>i) << 4;
    const start = f32x4.sub(v128.load(a.rhs + o), v128.load(a.delta + o));
    const sum = relaxed(start, i, a.delta, a.neighbours, a.weights, a.entries);
    // [BHM00] Ch. 2: r = f − A v
    v128.store(a.residual + o, f32x4.mul(v128.load32_splat(a.diagonal + ((<usize>i) << 2)), sum));
  }
}
