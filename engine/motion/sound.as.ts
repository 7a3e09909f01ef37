import { xyz } from '../vector.as';

/** Whether x, y and z are numbers of at most 1e15; false for NaN. */
export function isSound(a: v128): bool {
  return i32x4.bitmask(f32x4.le(f32x4.abs(xyz(a)), f32x4.splat(1e15))) == 15;
}

/** x, y and z, 0 in the lanes that are not sound. */
export function soundOr0(a: v128): v128 {
  return xyz(v128.and(a, f32x4.le(f32x4.abs(a), f32x4.splat(1e15))));
}
