// round.ts in AssemblyScript, and what shape.ts has for all.
import { dot, withW } from '../../vector.as';

export function clamp(value: f32, low: f32, high: f32): f32 {
  return max<f32>(low, min<f32>(high, value));
}

/** Away from the origin, a sphere of this radius deducted; up where there is no direction. */
export function awayFrom(p: v128, radius: f32): v128 {
  const length = sqrt<f32>(dot(p, p));
  return length > 0 ? withW(f32x4.div(p, f32x4.splat(length)), length - radius) : f32x4(0, 1, 0, -radius);
}

/** How far from the axis a point is. */
export function across(p: v128): f32 {
  const x = f32x4.extract_lane(p, 0);
  const z = f32x4.extract_lane(p, 2);
  return sqrt<f32>(x * x + z * z);
}

/** The field of a half plane, at the point (r, y, 0), turned about y to p, which is r away from the axis. */
export function revolved(p: v128, r: f32, flat: v128): v128 {
  const ux: f32 = r > 0 ? f32x4.extract_lane(p, 0) / r : 1;
  const uz: f32 = r > 0 ? f32x4.extract_lane(p, 2) / r : 0;
  const n = f32x4.extract_lane(flat, 0);
  return f32x4(n * ux, f32x4.extract_lane(flat, 1), n * uz, f32x4.extract_lane(flat, 3));
}

export function planeField(p: v128, _dimensions: v128): v128 {
  return f32x4(0, 1, 0, f32x4.extract_lane(p, 1));
}

export function sphereField(p: v128, dimensions: v128): v128 {
  return awayFrom(p, f32x4.extract_lane(dimensions, 0));
}

export function capsuleField(p: v128, dimensions: v128): v128 {
  const half = f32x4.extract_lane(dimensions, 1);
  const y = f32x4.extract_lane(p, 1);
  return awayFrom(f32x4.replace_lane(p, 1, y - clamp(y, -half, half)), f32x4.extract_lane(dimensions, 0));
}

export function torusField(p: v128, dimensions: v128): v128 {
  const r = across(p);
  const q = f32x4(r - f32x4.extract_lane(dimensions, 0), f32x4.extract_lane(p, 1), 0, 0);
  return revolved(p, r, awayFrom(q, f32x4.extract_lane(dimensions, 1)));
}
