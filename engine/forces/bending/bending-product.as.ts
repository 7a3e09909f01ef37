import { dot, xyz } from '../../vector.as';
import { combined, spanBetween } from '../element.as';

@unmanaged
export class BendingProduct {
  x: usize;
  delta: usize;
  direction: usize;
  corners: usize;
  numbers: usize;
  contributions: usize;
  base: u32;
}

/** As in bending-product.ts, one hinge at a time, x, y and z at once. */
// The energy of [BWH*06], with a rest angle
export function bendingProduct(a: BendingProduct, first: u32, end: u32): void {
  let at = a.contributions + ((<usize>(a.base + 4 * first)) << 4);
  let corner = a.corners + ((<usize>first) << 4);
  let n = a.numbers + ((<usize>first) << 4);
  for (let element = first; element < end; element++, at += 64, corner += 16, n += 16) {
    const o = (<usize>load<u32>(corner)) << 4;
    const i = (<usize>load<u32>(corner, 4)) << 4;
    const j = (<usize>load<u32>(corner, 8)) << 4;
    const k = (<usize>load<u32>(corner, 12)) << 4;
    const c1 = f32x4.splat(load<f32>(n));
    const c2 = f32x4.splat(load<f32>(n, 4));
    const c3 = f32x4.splat(load<f32>(n, 8));
    const rest = load<f32>(n, 12);
    const v = sumOf(
      c1,
      spanBetween(a.x, a.delta, o, i),
      c2,
      spanBetween(a.x, a.delta, o, j),
      c3,
      spanBetween(a.x, a.delta, o, k),
    );
    const origin = v128.load(a.direction + o);
    const d = sumOf(
      c1,
      f32x4.sub(v128.load(a.direction + i), origin),
      c2,
      f32x4.sub(v128.load(a.direction + j), origin),
      c3,
      f32x4.sub(v128.load(a.direction + k), origin),
    );
    const length2 = dot(v, v);
    const share: f32 = length2 > rest * rest ? 1 - rest / sqrt<f32>(length2) : 0;
    const straight: f32 = share < 1 && length2 > 0 ? ((1 - share) * dot(v, d)) / length2 : 0;
    const q = combined(share, d, straight, v);
    const q1 = f32x4.mul(c1, q);
    const q2 = f32x4.mul(c2, q);
    const q3 = f32x4.mul(c3, q);
    v128.store(at, f32x4.add(f32x4.add(q1, q2), q3));
    v128.store(at, f32x4.neg(q1), 16);
    v128.store(at, f32x4.neg(q2), 32);
    v128.store(at, f32x4.neg(q3), 48);
  }
}

function sumOf(c1: v128, d1: v128, c2: v128, d2: v128, c3: v128, d3: v128): v128 {
  return xyz(f32x4.add(f32x4.add(f32x4.mul(c1, d1), f32x4.mul(c2, d2)), f32x4.mul(c3, d3)));
}
