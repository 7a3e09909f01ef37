// pose.ts in AssemblyScript.
import { cross, xyz } from '../vector.as';

/** a + t b. */
export function sum(a: v128, b: v128, t: f32): v128 {
  return f32x4.add(a, f32x4.mul(f32x4.splat(t), b));
}

/** p turned by the unit quaternion q. */
export function turned(q: v128, p: v128): v128 {
  const t = sum(cross(q, p), p, f32x4.extract_lane(q, 3));
  return sum(p, cross(q, t), 2);
}

/** From the world into the frame of the pose at this address. */
export function into(pose: usize, p: v128): v128 {
  const back = f32x4.mul(v128.load(pose, 16), f32x4(-1, -1, -1, 1));
  return turned(back, f32x4.sub(p, xyz(v128.load(pose))));
}
