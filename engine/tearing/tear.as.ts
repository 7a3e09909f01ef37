import { spanOf } from '../methods/spring.as';
import { dot, xOf, yOf, zOf } from '../vector.as';
import { countOne } from './tally.as';

@unmanaged
export class Tear {
  x: usize;
  ends: usize;
  strengths: usize;
  springs: usize;
  torn: usize;
}

/** Tests four springs at once, and handles them one by one only if one of the four tears; then the remaining springs. */
export function tear(a: Tear, first: u32, end: u32): void {
  let s = first;
  for (; s + 4 <= end; s += 4) {
    if (!v128.any_true(areTooLong(a, s))) continue;
    for (let k = s; k < s + 4; k++) tearOne(a, k);
  }
  for (; s < end; s++) tearOne(a, s);
}

/** Which of four springs exist and are longer than their strength allows. */
function areTooLong(a: Tear, s: u32): v128 {
  const o = (<usize>s) << 3;
  const none = f32x4.splat(0);
  const early = v128.load(a.springs + o);
  const late = v128.load(a.springs + o, 16);
  const rest = v128.shuffle<f32>(early, late, 0, 2, 4, 6);
  const stiffness = v128.shuffle<f32>(early, late, 1, 3, 5, 7);
  const longest = f32x4.mul(v128.load(a.strengths + ((<usize>s) << 2)), rest);
  const isNone = v128.or(f32x4.eq(longest, none), f32x4.eq(stiffness, none));
  if (i32x4.all_true(isNone)) return none;
  const e0 = spanOf(a.x, a.ends + o);
  const e1 = spanOf(a.x, a.ends + o + 8);
  const e2 = spanOf(a.x, a.ends + o + 16);
  const e3 = spanOf(a.x, a.ends + o + 24);
  const x = xOf(e0, e1, e2, e3);
  const y = yOf(e0, e1, e2, e3);
  const z = zOf(e0, e1, e2, e3);
  const length2 = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
  const isWithin = f32x4.le(length2, f32x4.mul(longest, longest));
  // [NP17] 5.3.7, with |e| > σ L in place of an absolute threshold
  return v128.not(v128.or(isNone, isWithin));
}

function tearOne(a: Tear, s: u32): void {
  const o = (<usize>s) << 3;
  const longest: f32 = load<f32>(a.strengths + ((<usize>s) << 2)) * load<f32>(a.springs + o);
  if (longest == 0 || load<f32>(a.springs + o, 4) == 0) return;
  const e = spanOf(a.x, a.ends + o);
  if (dot(e, e) <= longest * longest) return;
  store<f32>(a.springs + o, 0, 4);
  countOne(a.torn);
}
