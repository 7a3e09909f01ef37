import { cross, dot, xyz } from '../../vector.as';
import { combined, spanBetween } from '../element.as';
import { directionOr, firstAxis, secondAxis } from './frame.as';

@unmanaged
export class MembraneProduct {
  x: usize;
  delta: usize;
  direction: usize;
  corners: usize;
  numbers: usize;
  contributions: usize;
  base: u32;
}

/** As in membrane-product.ts, one triangle at a time, x, y and z at once. */
// The energy of a triangle in place of a spring, [LBOK13] Sec. 6
export function membraneProduct(a: MembraneProduct, first: u32, end: u32): void {
  let at = a.contributions + ((<usize>(a.base + 3 * first)) << 4);
  let corner = a.corners + 12 * <usize>first;
  let n = a.numbers + ((<usize>first) << 5);
  for (let element = first; element < end; element++, at += 48, corner += 12, n += 32) {
    const i = (<usize>load<u32>(corner)) << 4;
    const j = (<usize>load<u32>(corner, 4)) << 4;
    const k = (<usize>load<u32>(corner, 8)) << 4;
    const d1 = spanBetween(a.x, a.delta, i, j);
    const d2 = spanBetween(a.x, a.delta, i, k);
    const origin = v128.load(a.direction + i);
    const p1 = f32x4.sub(v128.load(a.direction + j), origin);
    const p2 = f32x4.sub(v128.load(a.direction + k), origin);
    const b1 = load<f32>(n);
    const b2 = load<f32>(n, 4);
    const c1 = load<f32>(n, 8);
    const c2 = load<f32>(n, 12);
    const fu = xyz(combined(b1, d1, b2, d2));
    const fv = xyz(combined(c1, d1, c2, d2));
    const du = xyz(combined(b1, p1, b2, p2));
    const dv = xyz(combined(c1, p1, c2, p2));
    const e1 = firstAxis(fu, fv, element);
    const e2 = secondAxis(fv, e1, element);
    const g12 = dot(fv, e1);
    const trace = dot(fu, e1) + dot(fv, e2);
    const sum = sqrt<f32>(trace * trace + g12 * g12);
    const cosine: f32 = sum > 0 ? trace / sum : 1;
    const sine: f32 = sum > 0 ? -g12 / sum : 0;
    const ru = combined(cosine, e1, sine, e2);
    const rv = combined(cosine, e2, -sine, e1);
    const normal = cross(ru, rv);
    const u12 = dot(ru, fv);
    const half = <f32>0.5 * (dot(ru, fu) - dot(rv, fv));
    const away = sqrt<f32>(half * half + u12 * u12);
    const large: f32 = 1 / max<f32>(<f32>0.5 * sum + away, 1);
    const small: f32 = 1 / max<f32>(<f32>0.5 * sum - away, 1);
    const bend: f32 = away > <f32>1e-6 ? (large - small) / (2 * away) : 0;
    const mean = <f32>0.5 * (large + small);
    const turn = (dot(rv, du) - dot(ru, dv)) / max<f32>(sum, 2);
    const outU = dot(normal, du);
    const outV = dot(normal, dv);
    const leanU = (mean + bend * half) * outU + bend * u12 * outV;
    const leanV = bend * u12 * outU + (mean - bend * half) * outV;
    const restU = f32x4.sub(
      f32x4.sub(du, f32x4.mul(f32x4.splat(turn), rv)),
      f32x4.mul(f32x4.splat(leanU), normal),
    );
    const restV = f32x4.sub(
      f32x4.add(dv, f32x4.mul(f32x4.splat(turn), ru)),
      f32x4.mul(f32x4.splat(leanV), normal),
    );
    const ws = load<f32>(n, 24);
    const pu = combined(load<f32>(n, 16), along(fu, e1, du), ws, restU);
    const pv = combined(load<f32>(n, 20), along(fv, e2, dv), ws, restV);
    const q1 = combined(b1, pu, c1, pv);
    const q2 = combined(b2, pu, c2, pv);
    v128.store(at, f32x4.add(q1, q2));
    v128.store(at, f32x4.neg(q1), 16);
    v128.store(at, f32x4.neg(q2), 32);
  }
}

/** The Hessian of ½ (|f| − 1)², positive semidefinite, times d. */
function along(f: v128, axis: v128, d: v128): v128 {
  const length2 = dot(f, f);
  const n = directionOr(f, axis);
  const share: f32 = length2 > 1 ? 1 - 1 / sqrt<f32>(length2) : 0;
  return combined(share, d, (1 - share) * dot(n, d), n);
}
