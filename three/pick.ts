/** Which particle a ray means. */
import { type Ray, Vector3 } from 'three';

export interface PickOptions {
  /** Three particles per triangle, as `world.model.triangles`. Default: none. */
  readonly triangles?: ArrayLike<number>;
  /** How far beside the ray a particle may lie, as a share of its distance from the ray's origin. Default 0.02. */
  readonly tolerance?: number;
}

export interface Pick {
  /** The particle. */
  readonly id: number;
  /** Where the ray meets the triangle, or comes nearest to the particle. */
  readonly point: Vector3;
  /** From the ray's origin to that point. */
  readonly distance: number;
}

const [a, b, c, hit] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];

/**
 * The particle nearest to where the ray first meets a triangle; where it meets none, the particle nearest to the ray
 * within the tolerance. `positions` holds three numbers a particle, in the space of the ray.
 */
export function pickParticle(
  ray: Ray,
  positions: ArrayLike<number>,
  options: PickOptions = {},
): Pick | undefined {
  return (
    pickTriangle(ray, positions, options.triangles ?? []) ??
    pickNear(ray, positions, options.tolerance ?? 0.02)
  );
}

function pickTriangle(
  ray: Ray,
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
): Pick | undefined {
  const nearest = { triangle: -1, distance: Number.POSITIVE_INFINITY };
  const place = (corner: Vector3, k: number) => corner.fromArray(positions, 3 * triangles[k]);
  for (let t = 0; t < triangles.length; t += 3) {
    if (!ray.intersectTriangle(place(a, t), place(b, t + 1), place(c, t + 2), false, hit)) continue;
    const distance = hit.distanceTo(ray.origin);
    if (distance < nearest.distance) Object.assign(nearest, { triangle: t, distance });
  }
  const { triangle, distance } = nearest;
  if (triangle < 0) return undefined;
  const point = ray.at(distance, new Vector3());
  const corners = [0, 1, 2].map((k) => ({
    id: triangles[triangle + k],
    away: place(a, triangle + k).distanceToSquared(point),
  }));
  const { id } = corners.reduce((best, corner) => (corner.away < best.away ? corner : best));
  return { id, point, distance };
}

function pickNear(ray: Ray, positions: ArrayLike<number>, tolerance: number): Pick | undefined {
  let best: Pick | undefined;
  let least = tolerance;
  for (let id = 0; id < positions.length / 3; id++) {
    a.fromArray(positions, 3 * id);
    const distance = b.subVectors(a, ray.origin).dot(ray.direction);
    if (distance <= 0) continue;
    const beside = ray.at(distance, b).distanceTo(a) / distance;
    if (beside > least) continue;
    least = beside;
    best = { id, point: b.clone(), distance };
  }
  return best;
}
