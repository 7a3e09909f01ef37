import { rowStart } from '../../../rows.as';
import { inner, products, total } from './sums.as';

@unmanaged
export class Remember {
  delta: usize;
  rhs: usize;
  masses: usize;
  neighbours: usize;
  weights: usize;
  last: usize;
  gradient: usize;
  steps: usize;
  changes: usize;
  curvatures: usize;
  shares: usize;
  kept: usize;
  q: usize;
  entries: u32;
  window: u32;
  restart: u32;
  inertia: f32;
}

// [LBK17]; Nocedal, Wright: Numerical Optimization, Alg. 7.4, first loop
export function remember(a: Remember, first: u32, end: u32): void {
  const bytes = (<usize>end) << 4;
  if (a.restart) store<u32>(a.kept, 0);
  let kept = load<u32>(a.kept);
  const newest = <usize>(kept % a.window) * bytes;
  let curvatures = f64x2.splat(0);
  for (let k: usize = 0; k < bytes; k += 16) {
    const d = v128.load(a.delta + k);
    const g = gradient(a, k, d);
    const s = f32x4.sub(d, v128.load(a.last + k));
    const y = f32x4.sub(g, v128.load(a.gradient + k));
    curvatures = f64x2.add(curvatures, products(s, y));
    v128.store(a.steps + newest + k, s);
    v128.store(a.changes + newest + k, y);
    v128.store(a.last + k, d);
    v128.store(a.gradient + k, g);
    v128.store(a.q + k, g);
  }
  const curvature = total(curvatures);
  if (!a.restart && curvature > 0) {
    store<f64>(a.curvatures + ((<usize>(kept % a.window)) << 3), curvature);
    kept++;
  } else {
    kept = 0;
  }
  store<u32>(a.kept, kept);
  const oldest = kept > a.window ? kept - a.window : 0;
  // The first loop of the recursion around A, [LBK17]
  for (let pair = kept; pair > oldest; pair--) {
    const slot = <usize>((pair - 1) % a.window);
    const share = inner(a.steps + slot * bytes, a.q, bytes) / load<f64>(a.curvatures + (slot << 3));
    store<f64>(a.shares + (slot << 3), share);
    const y = a.changes + slot * bytes;
    for (let k: usize = 0; k < bytes; k += 16) {
      const part = f32x4.mul(f32x4.splat(<f32>share), v128.load(y + k));
      v128.store(a.q + k, f32x4.sub(v128.load(a.q + k), part));
    }
  }
}

/** ∇g of the particle whose vectors are at the offset k. */
function gradient(a: Remember, k: usize, d: v128): v128 {
  const inertia = f32x4.splat(a.inertia * load<f32>(a.masses + k));
  let g = f32x4.sub(f32x4.mul(inertia, d), v128.load(a.rhs + k));
  const i = <u32>(k >> 4);
  const stop = rowStart(a.neighbours, a.entries, i + 1);
  for (let e = rowStart(a.neighbours, a.entries, i); e < stop; e += 4) {
    const other = v128.load(a.delta + ((<usize>load<u32>(a.neighbours + e)) << 4));
    g = f32x4.add(g, f32x4.mul(v128.load32_splat(a.weights + e), f32x4.sub(d, other)));
  }
  return g;
}
