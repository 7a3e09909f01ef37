import { xyz } from '../vector.as';

/** Whether x, y and z are numbers of at most 1e15; false for NaN. */
export function isSound(a: v128): bool {
  return i32x4.bitmask(f32x4.le(f32x4.abs(xyz(a)), f32x4.splat(1e15))) == 15;
}

/** Where x, y and z of four, which stand side by side, are sound. */
export function soundOf3(x: v128, y: v128, z: v128): v128 {
  return v128.and(v128.and(soundOf(x), soundOf(y)), soundOf(z));
}

function soundOf(a: v128): v128 {
  return f32x4.le(f32x4.abs(a), f32x4.splat(1e15));
}

/** Of a place and a velocity, to be added up for `soundLanes`. */
export function squares(a: v128, b: v128): v128 {
  return f32x4.add(f32x4.mul(a, a), f32x4.mul(b, b));
}

/** Where all that these are sums of squares of are sound; not where they are only just so. */
export function soundLanes(sum: v128): v128 {
  return f32x4.le(sum, f32x4.splat(1e30));
}

/** x, y and z, 0 in the lanes that are not sound. */
export function soundOr0(a: v128): v128 {
  return xyz(v128.and(a, f32x4.le(f32x4.abs(a), f32x4.splat(1e15))));
}
