import { high, inner, low, products, total } from './sums.as';

@unmanaged
export class Search {
  x: usize;
  delta: usize;
  direction: usize;
  gradient: usize;
  masses: usize;
  ends: usize;
  springs: usize;
  trial: usize;
  energy: usize;
  kept: usize;
  count: u32;
  restart: u32;
  inertia: f32;
}

const ENOUGH: f64 = 0.3;
const TRIES: u32 = 10;

// [LBOK13] Eq. (8) less a constant, lowered by backtracking
export function search(a: Search, first: u32, end: u32): void {
  const bytes = (<usize>end) << 4;
  if (a.restart) store<f64>(a.energy, energyAt(a, a.delta, bytes));
  const energy = load<f64>(a.energy);
  const slope = inner(a.gradient, a.direction, bytes);
  let t: f64 = 1;
  for (let tries: u32 = slope > 0 ? 0 : TRIES; tries < TRIES; tries++) {
    const step = f32x4.splat(<f32>t);
    for (let k: usize = 0; k < bytes; k += 16) {
      const part = f32x4.mul(step, v128.load(a.direction + k));
      v128.store(a.trial + k, f32x4.sub(v128.load(a.delta + k), part));
    }
    const reached = energyAt(a, a.trial, bytes);
    if (reached <= energy - ENOUGH * t * slope) {
      memory.copy(a.delta, a.trial, bytes);
      store<f64>(a.energy, reached);
      return;
    }
    t *= 0.5;
  }
  store<u32>(a.kept, 0);
}

/** g at the corrections d, [LBOK13] Eq. (8) less a constant, divided by h², in float64. */
function energyAt(a: Search, d: usize, bytes: usize): f64 {
  let squares: f64 = 0;
  for (let k: usize = 0; k < bytes; k += 16) {
    const one = v128.load(d + k);
    squares += <f64>load<f32>(a.masses + k) * total(products(one, one));
  }
  let sum = 0.5 * <f64>a.inertia * squares;
  for (let s: usize = 0, stop = (<usize>a.count) << 3; s < stop; s += 8) {
    const i = (<usize>load<u32>(a.ends + s)) << 4;
    const j = (<usize>load<u32>(a.ends + s, 4)) << 4;
    const xi = v128.load(a.x + i);
    const xj = v128.load(a.x + j);
    const di = v128.load(d + i);
    const dj = v128.load(d + j);
    const xy = f64x2.add(f64x2.sub(low(xi), low(xj)), f64x2.sub(low(di), low(dj)));
    const zw = f64x2.add(f64x2.sub(high(xi), high(xj)), f64x2.sub(high(di), high(dj)));
    const z = f64x2.extract_lane(zw, 0);
    const length = sqrt<f64>(total(f64x2.mul(xy, xy)) + z * z);
    const stretch = length - <f64>load<f32>(a.springs + s);
    sum += 0.5 * <f64>load<f32>(a.springs + s, 4) * stretch * stretch;
  }
  return sum;
}
