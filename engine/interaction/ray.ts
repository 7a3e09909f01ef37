/** Rays, for example from the eye through the pointer. */
import type { Vec3 } from '../body/body.ts';
import { WITHIN } from '../motion/sound.ts';
import { demandFields, type FieldsOf } from '../options.ts';
import { dot, minus, plus, unit, vec3 } from '../vector.ts';

export interface Ray {
  /** Metres. */
  readonly origin: Vec3;
  /** Direction, of any length except 0. */
  readonly direction: Vec3;
}

const RAY: FieldsOf<Ray> = { origin: true, direction: true };

/** The ray with a direction of length 1. */
export function checkRay(path: string, ray: Ray): Ray {
  demandFields(path, ray, RAY);
  return {
    origin: vec3(`${path}.origin`, ray.origin),
    direction: unit(`${path}.direction`, ray.direction),
  };
}

/** Intersection of the ray with the plane through a point, perpendicular to `normal`; undefined if there is none ahead. */
export function meetPlane({ origin, direction }: Ray, point: Vec3, normal: Vec3): Vec3 | undefined {
  const distance = dot(minus(point, origin), normal) / dot(direction, normal);
  return distance > 0 && distance < WITHIN.max ? plus(origin, direction, distance) : undefined;
}
