/** The edge of a wedge that cuts, as kernels see it: from the wedge, in coordinates of its own. */
import type { Vec3 } from '../../body/body.ts';
import { RECORD } from '../../contact/collide.ts';
import { into, type Pose } from '../../contact/pose.ts';
import type { RealArray } from '../../kernel.ts';

/** How far the fin goes down from the edge, over the way to the wedge's base: what lies on the base is not cut. */
const DOWN = 0.9;

/** How far the edge stands out beyond the radius of what it cuts, over the length of that. */
export const PROUD = 0.01;

export interface Edge {
  /** Where it is in the wedge's own x and y, metres. */
  readonly apex: readonly [x: number, y: number];
  /** Between the wedge's flanks, out of it; a unit vector. */
  readonly up: readonly [x: number, y: number];
  /** How far its fin goes down into the wedge, metres. */
  readonly depth: number;
  /** Half of its length, metres. */
  readonly half: number;
  readonly begin: Pose;
  readonly end: Pose;
}

/** Of the collider with this number, a wedge with half extents a, b, c and its edge above x = `ridge`. */
export function edgeAt(colliders: RealArray, blade: number): Edge {
  const record = colliders.subarray(4 * RECORD * blade, 4 * RECORD * (blade + 1));
  const [a, b, c, ridge] = record.subarray(4, 8);
  const [left, right] = [Math.hypot(ridge + a, 2 * b), Math.hypot(ridge - a, 2 * b)];
  const [x, y] = [(ridge + a) / left + (ridge - a) / right, (2 * b) / left + (2 * b) / right];
  const up = [x / Math.hypot(x, y), y / Math.hypot(x, y)] as const;
  const pose = (from: number): Pose => ({
    position: [record[from], record[from + 1], record[from + 2]],
    turn: [record[from + 4], record[from + 5], record[from + 6], record[from + 7]],
  });
  return { apex: [ridge, b], up, depth: (DOWN * 2 * b) / up[1], half: c, begin: pose(8), end: pose(16) };
}

/** A point seen from the edge, which stands out by `proud` metres: across the fin, above the edge, along it. */
export function seenFrom({ apex, up }: Edge, pose: Pose, p: Vec3, proud: number): Vec3 {
  const [x, y, z] = into(pose, p);
  const [dx, dy] = [x - apex[0], y - apex[1]];
  return [dx * up[1] - dy * up[0], dx * up[0] + dy * up[1] - proud, z];
}
