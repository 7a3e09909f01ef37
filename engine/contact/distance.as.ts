// The signed distances of distance.ts. A field is [nx ny nz distance].
import { dot, withW, xyz } from '../vector.as';

const PLANE: u32 = 1;
const SPHERE: u32 = 2;
const BOX: u32 = 3;
const CAPSULE: u32 = 4;

/** The field of a shape with dimensions [a b c _] at a point of its own frame. */
export function fieldAt(id: u32, dimensions: v128, p: v128): v128 {
  const a = f32x4.extract_lane(dimensions, 0);
  const b = f32x4.extract_lane(dimensions, 1);
  if (id == PLANE) return f32x4(0, 1, 0, f32x4.extract_lane(p, 1));
  if (id == SPHERE) return away(p, a);
  if (id == BOX) return boxField(p, dimensions);
  if (id == CAPSULE) {
    const y = f32x4.extract_lane(p, 1);
    return away(f32x4.replace_lane(p, 1, y - max<f32>(-b, min<f32>(b, y))), a);
  }
  return cylinderField(p, a, b);
}

function away(p: v128, radius: f32): v128 {
  const length = sqrt<f32>(dot(p, p));
  return length > 0 ? withW(f32x4.div(p, f32x4.splat(length)), length - radius) : f32x4(0, 1, 0, -radius);
}

/** 1 or -1 a lane, as the sign bit says; -0 counts as below 0, where it changes nothing that is seen. */
function signs(p: v128): v128 {
  return v128.or(v128.and(p, f32x4.splat(-0.0)), f32x4.splat(1));
}

function boxField(p: v128, half: v128): v128 {
  const q = f32x4.sub(f32x4.abs(p), half);
  const qx = f32x4.extract_lane(q, 0);
  const qy = f32x4.extract_lane(q, 1);
  const deepest = max<f32>(max<f32>(qx, qy), f32x4.extract_lane(q, 2));
  const out = signs(p);
  if (deepest > 0) {
    const o = xyz(f32x4.max(q, f32x4.splat(0)));
    const length = sqrt<f32>(dot(o, o));
    return withW(f32x4.div(f32x4.mul(out, o), f32x4.splat(length)), length);
  }
  const lane = qx == deepest ? i32x4(-1, 0, 0, 0) : qy == deepest ? i32x4(0, -1, 0, 0) : i32x4(0, 0, -1, 0);
  return withW(v128.and(out, lane), deepest);
}

function cylinderField(p: v128, a: f32, b: f32): v128 {
  const x = f32x4.extract_lane(p, 0);
  const z = f32x4.extract_lane(p, 2);
  const across = sqrt<f32>(x * x + z * z);
  const ux: f32 = across > 0 ? x / across : 1;
  const uz: f32 = across > 0 ? z / across : 0;
  const flat = boxField(f32x4(across, f32x4.extract_lane(p, 1), 0, 0), f32x4(a, b, 1e30, 0));
  const n = f32x4.extract_lane(flat, 0);
  return f32x4(n * ux, f32x4.extract_lane(flat, 1), n * uz, f32x4.extract_lane(flat, 3));
}
