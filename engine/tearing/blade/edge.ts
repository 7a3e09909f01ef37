/** The cutting edge of a wedge, in the wedge's own frame. */
import type { Vec3 } from '../../body/body.ts';
import { RECORD } from '../../contact/collide.ts';
import { into, type Pose } from '../../contact/pose.ts';
import type { RealArray } from '../../kernel.ts';

/** Depth of the fin below the edge, as a share of the height of the wedge. It is less than 1, so that cloth lying on the base is not cut. */
const DOWN = 0.9;

/** The edge is raised by the radius of the spring's ends plus this share of the spring's length. */
export const PROUD = 0.01;

export interface Edge {
  /** Position in the wedge's own x and y, metres. */
  readonly apex: readonly [x: number, y: number];
  /** Unit vector out of the wedge, halfway between its flanks. */
  readonly up: readonly [x: number, y: number];
  /** Depth of the fin below the edge, metres. */
  readonly depth: number;
  /** Half the length of the edge, metres. */
  readonly half: number;
  readonly begin: Pose;
  readonly end: Pose;
}

/** The edge of the collider with this number, a wedge with half extents a, b, c and its ridge at x = `ridge`. */
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

/** A point in coordinates of the edge, which is raised by `proud` metres: across the fin, above the edge, along the edge. */
export function seenFrom({ apex, up }: Edge, pose: Pose, p: Vec3, proud: number): Vec3 {
  const [x, y, z] = into(pose, p);
  const [dx, dy] = [x - apex[0], y - apex[1]];
  return [dx * up[1] - dy * up[0], dx * up[0] + dy * up[1] - proud, z];
}
