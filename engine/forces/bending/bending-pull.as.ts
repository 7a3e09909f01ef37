import { dot, xyz } from '../../vector.as';
import { axisOf, spanBetween } from '../element.as';

@unmanaged
export class BendingPull {
  x: usize;
  delta: usize;
  corners: usize;
  numbers: usize;
  contributions: usize;
  base: u32;
  own: f32;
}

/** [LBOK13] Eq. (10) for the energy of [BWH*06] with a rest angle, one hinge at a time, x, y and z at once. */
export function bendingPull(a: BendingPull, first: u32, end: u32): void {
  let at = a.contributions + ((<usize>(a.base + 4 * first)) << 4);
  let corner = a.corners + ((<usize>first) << 4);
  let n = a.numbers + ((<usize>first) << 4);
  for (let element = first; element < end; element++, at += 64, corner += 16, n += 16) {
    const o = (<usize>load<u32>(corner)) << 4;
    const c1 = f32x4.splat(load<f32>(n));
    const c2 = f32x4.splat(load<f32>(n, 4));
    const c3 = f32x4.splat(load<f32>(n, 8));
    const rest = load<f32>(n, 12);
    const d1 = spanBetween(a.x, a.delta, o, (<usize>load<u32>(corner, 4)) << 4);
    const d2 = spanBetween(a.x, a.delta, o, (<usize>load<u32>(corner, 8)) << 4);
    const d3 = spanBetween(a.x, a.delta, o, (<usize>load<u32>(corner, 12)) << 4);
    const v = xyz(f32x4.add(f32x4.add(f32x4.mul(c1, d1), f32x4.mul(c2, d2)), f32x4.mul(c3, d3)));
    const length2 = dot(v, v);
    const hasDirection = length2 > <f32>1e-12 * rest * rest && length2 > 0;
    const p = hasDirection
      ? f32x4.mul(f32x4.splat(rest / sqrt<f32>(length2)), v)
      : f32x4.mul(f32x4.splat(rest), axisOf(element % 3));
    const q = f32x4.sub(p, f32x4.mul(f32x4.splat(a.own), v));
    const q1 = f32x4.mul(c1, q);
    const q2 = f32x4.mul(c2, q);
    const q3 = f32x4.mul(c3, q);
    v128.store(at, f32x4.neg(f32x4.add(f32x4.add(q1, q2), q3)));
    v128.store(at, q1, 16);
    v128.store(at, q2, 32);
    v128.store(at, q3, 48);
  }
}
