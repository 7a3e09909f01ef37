import { inner } from './sums.as';

@unmanaged
export class Refine {
  direction: usize;
  steps: usize;
  changes: usize;
  curvatures: usize;
  shares: usize;
  kept: usize;
  window: u32;
}

// [LBK17]; Nocedal, Wright: Numerical Optimization, Alg. 7.4, second loop
export function refine(a: Refine, first: u32, end: u32): void {
  const bytes = (<usize>end) << 4;
  const kept = load<u32>(a.kept);
  for (let pair = kept > a.window ? kept - a.window : 0; pair < kept; pair++) {
    const slot = <usize>(pair % a.window);
    const product = inner(a.changes + slot * bytes, a.direction, bytes);
    const share = load<f64>(a.shares + (slot << 3)) - product / load<f64>(a.curvatures + (slot << 3));
    const s = a.steps + slot * bytes;
    for (let k: usize = 0; k < bytes; k += 16) {
      const part = f32x4.mul(f32x4.splat(<f32>share), v128.load(s + k));
      v128.store(a.direction + k, f32x4.add(v128.load(a.direction + k), part));
    }
  }
}
