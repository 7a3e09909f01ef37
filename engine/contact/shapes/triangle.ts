/** The point of a triangle that is nearest to another, and the feature it lies on. */
import type { Vec3 } from '../../body/body.ts';
import { cross, dot, minus } from '../../vector.ts';

/** Features of a triangle abc: its face; its edges ab, bc, ca; its corners a, b, c. */
export const FACE = 0;
export const EDGES = 1;
export const CORNERS = 4;

export interface Nearest {
  /** From the nearest point on the triangle to the query point. */
  readonly away: Vec3;
  readonly feature: number;
}

/**
 * From the triangle abc to p. Beyond an edge (on the outer side of it, seen along the normal) the nearest point is on it
 * or at its ends; with p beyond two edges it is the nearer of what both give.
 */
export function fromTriangle(p: Vec3, a: Vec3, b: Vec3, c: Vec3): Nearest {
  const normal = cross(minus(b, a), minus(c, a));
  const corners = [a, b, c];
  let found: Nearest | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    const [from, to] = [corners[k], corners[(k + 1) % 3]];
    const edge = minus(to, from);
    const way = minus(p, from);
    if (dot(cross(normal, edge), way) >= 0) continue;
    const t = dot(way, edge) / dot(edge, edge);
    const feature = t <= 0 ? CORNERS + k : t >= 1 ? CORNERS + ((k + 1) % 3) : EDGES + k;
    const along = Math.max(0, Math.min(1, t));
    const away: Vec3 = [way[0] - along * edge[0], way[1] - along * edge[1], way[2] - along * edge[2]];
    const square = dot(away, away);
    if (square >= least) continue;
    [found, least] = [{ away, feature }, square];
  }
  if (found) return found;
  const height = dot(minus(p, a), normal) / dot(normal, normal);
  return { away: [height * normal[0], height * normal[1], height * normal[2]], feature: FACE };
}
