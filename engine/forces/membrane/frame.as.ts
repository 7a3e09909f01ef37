import { dot } from '../../vector.as';
import { axisOf } from '../element.as';

// The plane of a triangle, in place of the SVD of [LBOK13] Sec. 6; see frame.ts.

export function perpendicular(d: v128, element: u32): v128 {
  let axis = axisOf(element % 3);
  let along = dot(d, axis);
  if (along * along > <f32>0.9) {
    axis = axisOf((element + 1) % 3);
    along = dot(d, axis);
  }
  const across = f32x4.sub(axis, f32x4.mul(f32x4.splat(along), d));
  return f32x4.mul(f32x4.splat(1 / sqrt<f32>(1 - along * along)), across);
}

/** The unit vector along f, or the other where f has collapsed. */
export function directionOr(f: v128, other: v128): v128 {
  const length2 = dot(f, f);
  return length2 > <f32>1e-12 ? f32x4.mul(f32x4.splat(1 / sqrt<f32>(length2)), f) : other;
}

export function firstAxis(fu: v128, fv: v128, element: u32): v128 {
  if (dot(fu, fu) > <f32>1e-12) return directionOr(fu, fu);
  if (dot(fv, fv) > <f32>1e-12) return perpendicular(directionOr(fv, fv), element);
  return axisOf(element % 3);
}

export function secondAxis(fv: v128, e1: v128, element: u32): v128 {
  const across = f32x4.sub(fv, f32x4.mul(f32x4.splat(dot(fv, e1)), e1));
  const length2 = dot(across, across);
  if (!(length2 > <f32>1e-8 * dot(fv, fv) && length2 > <f32>1e-12)) return perpendicular(e1, element);
  return f32x4.mul(f32x4.splat(1 / sqrt<f32>(length2)), across);
}
