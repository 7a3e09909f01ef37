import { dot, xyz } from '../../vector.as';
import { combined, spanBetween } from '../element.as';
import { directionOr, firstAxis, secondAxis } from './frame.as';

@unmanaged
export class MembranePull {
  x: usize;
  delta: usize;
  corners: usize;
  numbers: usize;
  contributions: usize;
  base: u32;
  own: f32;
}

/** [LBOK13] Eq. (10) with the polar decomposition of Sec. 6, one triangle at a time, x, y and z at once. */
export function membranePull(a: MembranePull, first: u32, end: u32): void {
  const own = f32x4.splat(a.own);
  let at = a.contributions + ((<usize>(a.base + 3 * first)) << 4);
  let corner = a.corners + 12 * <usize>first;
  let n = a.numbers + ((<usize>first) << 5);
  for (let element = first; element < end; element++, at += 48, corner += 12, n += 32) {
    const i = (<usize>load<u32>(corner)) << 4;
    const d1 = spanBetween(a.x, a.delta, i, (<usize>load<u32>(corner, 4)) << 4);
    const d2 = spanBetween(a.x, a.delta, i, (<usize>load<u32>(corner, 8)) << 4);
    const b1 = load<f32>(n);
    const b2 = load<f32>(n, 4);
    const c1 = load<f32>(n, 8);
    const c2 = load<f32>(n, 12);
    const fu = xyz(combined(b1, d1, b2, d2));
    const fv = xyz(combined(c1, d1, c2, d2));
    const e1 = firstAxis(fu, fv, element);
    const e2 = secondAxis(fv, e1, element);
    const g12 = dot(fv, e1);
    const trace = dot(fu, e1) + dot(fv, e2);
    const sum = sqrt<f32>(trace * trace + g12 * g12);
    const cosine: f32 = sum > 0 ? trace / sum : 1;
    const sine: f32 = sum > 0 ? -g12 / sum : 0;
    const ru = combined(cosine, e1, sine, e2);
    const rv = combined(cosine, e2, -sine, e1);
    const ownU = f32x4.mul(own, fu);
    const ownV = f32x4.mul(own, fv);
    const ws = load<f32>(n, 24);
    const pu = combined(load<f32>(n, 16), f32x4.sub(directionOr(fu, e1), ownU), ws, f32x4.sub(ru, ownU));
    const pv = combined(load<f32>(n, 20), f32x4.sub(directionOr(fv, e2), ownV), ws, f32x4.sub(rv, ownV));
    const q1 = combined(b1, pu, c1, pv);
    const q2 = combined(b2, pu, c2, pv);
    v128.store(at, f32x4.neg(f32x4.add(q1, q2)));
    v128.store(at, q1, 16);
    v128.store(at, q2, 32);
  }
}
