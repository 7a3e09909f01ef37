/** Vectors of three numbers. vector.as.ts has the same for a register. */
import type { Vec3 } from './body/body.ts';
import { InputError, vector } from './errors.ts';
import type { RealArray } from './kernel.ts';
import { WITHIN } from './motion/sound.ts';

/** a + t b. */
export const plus = (a: Vec3, b: Vec3, t = 1): Vec3 => [a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2]];
export const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = (a: Vec3, t: number): Vec3 => [t * a[0], t * a[1], t * a[2]];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** The vector of length 1 in this direction; undefined of a vector of length 0. */
export function direction(a: Vec3): Vec3 | undefined {
  // The length of a vector as short as 1e-310 has no inverse: it is made longer first.
  const longer = Math.hypot(...a) < 1e-300 ? scaled(a, 2 ** 900) : a;
  const length = Math.hypot(...longer);
  return length > 0 ? scaled(longer, 1 / length) : undefined;
}

export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Of a buffer of vec4s, the first three numbers of the i-th. */
export const at = (buffer: RealArray, i: number): Vec3 => [
  buffer[4 * i],
  buffer[4 * i + 1],
  buffer[4 * i + 2],
];

/** The three numbers that a user gave, copied; refuses what is none. */
export function vec3(path: string, value: Vec3): Vec3 {
  const [x, y, z] = vector(path, value, 3, WITHIN);
  return [x, y, z];
}

/** The direction that a user gave, of length 1; refuses one without a length. */
export function unit(path: string, given: Vec3): Vec3 {
  const found = direction(vec3(path, given));
  if (!found) throw new InputError(path, given, 'a direction other than [0, 0, 0]');
  return found;
}
