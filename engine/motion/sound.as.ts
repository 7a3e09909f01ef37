import { xyz } from '../vector.as';

/** Whether x, y and z are numbers of at most 1e15; false for NaN. */
export function isSound(a: v128): bool {
  return i32x4.bitmask(f32x4.le(f32x4.abs(xyz(a)), f32x4.splat(1e15))) == 15;
}
