/** Rays: what a pointer means, seen from the eye. */
import type { Vec3 } from '../body/body.ts';
import { InputError } from '../errors.ts';
import { WITHIN } from '../motion/sound.ts';
import { dot, minus, plus, scaled, vec3 } from '../vector.ts';

export interface Ray {
  /** Metres. */
  readonly origin: Vec3;
  /** Of any length but 0. */
  readonly direction: Vec3;
}

/** The ray with a direction of length 1. */
export function checkRay(path: string, ray: Ray): Ray {
  if (typeof ray !== 'object' || ray === null)
    throw new InputError(path, ray, 'an object with origin and direction');
  return {
    origin: vec3(`${path}.origin`, ray.origin),
    direction: unit(`${path}.direction`, ray.direction),
  };
}

export function unit(path: string, direction: Vec3): Vec3 {
  const given = vec3(path, direction);
  const length = Math.hypot(...given);
  if (!(length > 0)) throw new InputError(path, direction, 'a direction other than [0, 0, 0]');
  return scaled(given, 1 / length);
}

/** Where the ray meets the plane through a point, square to `normal`; undefined where it does so nowhere ahead. */
export function meetPlane({ origin, direction }: Ray, point: Vec3, normal: Vec3): Vec3 | undefined {
  const distance = dot(minus(point, origin), normal) / dot(direction, normal);
  return distance > 0 && distance < WITHIN.max ? plus(origin, direction, distance) : undefined;
}
