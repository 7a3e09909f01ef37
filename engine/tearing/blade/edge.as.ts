// edge.ts in AssemblyScript.
import { into } from '../../contact/pose.as';

const DOWN: f32 = 0.9;
export const PROUD: f32 = 0.01;

/** Bytes of a collider, and the offsets of its poses: `RECORD` in collide.ts. */
const RECORD: usize = 96;
export const BEGIN: usize = 32;
export const END: usize = 64;

export function bladeAt(colliders: usize, blade: u32): usize {
  return colliders + RECORD * <usize>blade;
}

/** The edge of the wedge at this address: x and y of the apex, then x and y of the up direction. */
export function edgeOf(wedge: usize): v128 {
  const a = load<f32>(wedge, 16);
  const b = load<f32>(wedge, 20);
  const ridge = load<f32>(wedge, 28);
  const high = b + b;
  const left = sqrt<f32>((ridge + a) * (ridge + a) + high * high);
  const right = sqrt<f32>((ridge - a) * (ridge - a) + high * high);
  const x = (ridge + a) / left + (ridge - a) / right;
  const y = high / left + high / right;
  const length = sqrt<f32>(x * x + y * y);
  return f32x4(ridge, b, x / length, y / length);
}

export function depthOf(wedge: usize, edge: v128): f32 {
  return (DOWN * <f32>2 * load<f32>(wedge, 20)) / f32x4.extract_lane(edge, 3);
}

export function halfOf(wedge: usize): f32 {
  return load<f32>(wedge, 24);
}

/** Coordinates across, above and along the edge, in the pose at this address. */
export function seenFrom(edge: v128, pose: usize, p: v128, proud: f32): v128 {
  const own = into(pose, p);
  const dx = f32x4.extract_lane(own, 0) - f32x4.extract_lane(edge, 0);
  const dy = f32x4.extract_lane(own, 1) - f32x4.extract_lane(edge, 1);
  const ux = f32x4.extract_lane(edge, 2);
  const uy = f32x4.extract_lane(edge, 3);
  return f32x4(dx * uy - dy * ux, dx * ux + dy * uy - proud, f32x4.extract_lane(own, 2), 0);
}
