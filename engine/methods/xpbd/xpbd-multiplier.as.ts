import { dot } from '../../vector.as';
import { restVector } from '../spring.as';

@unmanaged
export class XpbdMultiplier {
  x: usize;
  delta: usize;
  shares: usize;
  ends: usize;
  springs: usize;
  pushes: usize;
  inertia: f32;
  keep: f32;
}

/** The change of a spring's multiplier; see xpbd-multiplier.ts. */
export function xpbdMultiplier(a: XpbdMultiplier, first: u32, end: u32): void {
  for (let s = first; s < end; s++) {
    const push = a.pushes + ((<usize>s) << 4);
    const two = (<usize>s) << 3;
    const rest = load<f32>(a.springs + two);
    const stiffness = load<f32>(a.springs + two, 4);
    const one = load<u32>(a.ends + two);
    const other = load<u32>(a.ends + two, 4);
    const i = min(one, other);
    const j = max(one, other);
    const compliance: f32 = stiffness > 0 ? a.inertia / stiffness : 0;
    const weight =
      load<f32>(a.shares + ((<usize>i) << 2)) + load<f32>(a.shares + ((<usize>j) << 2)) + compliance;
    if (stiffness == 0 || rest == 0 || weight == 0) {
      v128.store(push, f32x4.splat(0));
      continue;
    }
    const oi = (<usize>i) << 4;
    const oj = (<usize>j) << 4;
    const apart = f32x4.sub(v128.load(a.x + oi), v128.load(a.x + oj));
    const e = f32x4.add(apart, f32x4.sub(v128.load(a.delta + oi), v128.load(a.delta + oj)));
    const d = restVector(e, rest, s, i, j);
    const stretch = dot(e, d) / rest - rest;
    const multiplier: f32 = a.keep > 0 ? load<f32>(push, 12) : 0;
    // [MMC16] Eq. (18).
    const change = -(stretch + compliance * multiplier) / weight;
    const move = f32x4.mul(f32x4.splat(change / rest), d);
    v128.store(push, f32x4.replace_lane(move, 3, multiplier + change));
  }
}
