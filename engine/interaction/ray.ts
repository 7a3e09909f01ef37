/** Rays, as from the eye through a pointer. */
import type { Vec3 } from '../body/body.ts';
import { InputError } from '../errors.ts';
import { WITHIN } from '../motion/sound.ts';
import { dot, minus, plus, scaled, vec3 } from '../vector.ts';

export interface Ray {
  /** Metres. */
  readonly origin: Vec3;
  /** Any length but 0. */
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

/** Intersection of the ray with the plane through a point, perpendicular to `normal`; undefined if there is none ahead. */
export function meetPlane({ origin, direction }: Ray, point: Vec3, normal: Vec3): Vec3 | undefined {
  const distance = dot(minus(point, origin), normal) / dot(direction, normal);
  return distance > 0 && distance < WITHIN.max ? plus(origin, direction, distance) : undefined;
}
