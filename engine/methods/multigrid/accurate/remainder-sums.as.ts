import { dot } from '../../../vector.as';
import { TRIES } from './status.as';

@unmanaged
export class RemainderSums {
  x: usize;
  iterate: usize;
  direction: usize;
  ends: usize;
  springs: usize;
  status: usize;
  sums: usize;
  count: u32;
}

export function remainderSums(a: RemainderSums, first: u32, end: u32): void {
  const alpha = v128.load(a.status + TRIES);
  for (let block = first; block < end; block++) {
    let total01 = f64x2.splat(0);
    let total23 = f64x2.splat(0);
    const stop = min<u32>(a.count, (block + 1) << 8);
    for (let s = block << 8; s < stop; s++) {
      const o = (<usize>s) << 3;
      const i = (<usize>load<u32>(a.ends + o)) << 4;
      const j = (<usize>load<u32>(a.ends + o, 4)) << 4;
      const L = load<f32>(a.springs + o);
      const y = f32x4.sub(v128.load(a.x + i), v128.load(a.x + j));
      const e = f32x4.add(y, f32x4.sub(v128.load(a.iterate + i), v128.load(a.iterate + j)));
      const q = f32x4.sub(v128.load(a.direction + i), v128.load(a.direction + j));
      const ee = dot(e, e);
      const eq = dot(e, q);
      const qq = dot(q, q);
      const part = f32x4.mul(alpha, f32x4.splat(qq));
      const grown = f32x4.mul(alpha, f32x4.add(f32x4.splat(2 * eq), part));
      const after = f32x4.sqrt(f32x4.max(f32x4.splat(0), f32x4.add(f32x4.splat(ee), grown)));
      let T: v128;
      if (ee <= <f32>1e-12 * L * L) {
        const along = f32x4.splat(i < j ? 1 : -1);
        const moved = f32x4.mul(alpha, f32x4.splat(component(q, s % 3)));
        const onward = f32x4.add(f32x4.splat(component(e, s % 3)), moved);
        T = f32x4.sub(after, f32x4.mul(along, onward));
      } else {
        const before = sqrt<f32>(ee);
        const scale = f32x4.div(f32x4.splat(1), f32x4.add(after, f32x4.splat(before)));
        const turned = f32x4.mul(f32x4.mul(grown, f32x4.splat(eq / before)), scale);
        T = f32x4.mul(f32x4.mul(alpha, f32x4.sub(part, turned)), scale);
      }
      const half = f32x4.mul(f32x4.splat(0.5), f32x4.mul(alpha, part));
      // The springs in g, [LBOK13] Eq. (8)
      const one = f32x4.sub(half, f32x4.mul(f32x4.splat(L), T));
      const k = f64x2.splat(<f64>load<f32>(a.springs + o, 4));
      total01 = f64x2.add(total01, f64x2.mul(k, f64x2.promote_low_f32x4(one)));
      const upper = i8x16.shuffle(one, one, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
      total23 = f64x2.add(total23, f64x2.mul(k, f64x2.promote_low_f32x4(upper)));
    }
    const sums = a.sums + ((<usize>block) << 4);
    v128.store64_lane(sums, f32x4.demote_f64x2_zero(total01), 0);
    v128.store64_lane(sums + 8, f32x4.demote_f64x2_zero(total23), 0);
  }
}

function component(v: v128, axis: u32): f32 {
  if (axis == 0) return f32x4.extract_lane(v, 0);
  if (axis == 1) return f32x4.extract_lane(v, 1);
  return f32x4.extract_lane(v, 2);
}
