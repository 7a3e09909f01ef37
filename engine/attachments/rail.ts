/**
 * The record of an attachment in the buffer `ties`, and the nearest point of a rail or a plane. The same functions are in
 * rail.as.ts and rail.wgsl.
 */
import type { Vec3 } from '../body/body.ts';
import { RECORD as COLLIDER } from '../contact/collide.ts';
import { into, type Pose, turned } from '../contact/pose.ts';
import type { RealArray } from '../kernel.ts';
import { at, dot, minus, plus, scaled } from '../vector.ts';

/** `fixed` to a collider; on a `rail`, a chain of straight pieces; on a `plane`; a `weld` of two particles. */
export const KIND = { fixed: 0, rail: 1, plane: 2, weld: 3 } as const;

/**
 * vec4s per attachment:
 * 1. slot; slot of the particle it is welded to (else its own); kind; frame: 1 + the number of a collider, or 0 for the world.
 * 2. first point in `rails`; number of points; what is pinned (0: neither, 1: the particle, 2: its weld partner, 3: both); Coulomb's μ.
 * 3. the place in the frame (fixed), or the offset of the weld partner (weld).
 * The two points of a plane are a point on it and its normal.
 */
export const TIE = 3;

export interface Tie {
  readonly slot: number;
  readonly other: number;
  readonly kind: number;
  readonly frame: number;
  readonly first: number;
  readonly points: number;
  readonly still: number;
  readonly friction: number;
  readonly place: Vec3;
}

export function tieAt(ties: RealArray, k: number): Tie {
  const [slot, other, kind, frame, first, points, still, friction, x, y, z] = ties.subarray(
    4 * TIE * k,
    4 * TIE * (k + 1),
  );
  return { slot, other, kind, frame, first, points, still, friction, place: [x, y, z] };
}

export const WORLD: Pose = { position: [0, 0, 0], turn: [0, 0, 0, 1] };

/** A frame at the beginning of the step, or at its end. */
export function frameAt(colliders: RealArray, frame: number, when: 'begin' | 'end'): Pose {
  if (frame === 0) return WORLD;
  const at = 4 * (COLLIDER * (frame - 1) + (when === 'begin' ? 2 : 4));
  const [x, y, z, , qx, qy, qz, qw] = colliders.subarray(at, at + 8);
  return { position: [x, y, z], turn: [qx, qy, qz, qw] };
}

export const outOf = ({ position, turn }: Pose, p: Vec3): Vec3 => plus(position, turned(turn, p));

/** The admissible place nearest to p at the end of the step, and the axis there: along a rail, or the normal of a plane. */
export function nearest(
  tie: Tie,
  rails: RealArray,
  colliders: RealArray,
  p: Vec3,
): { place: Vec3; axis: Vec3 } {
  if (tie.kind === KIND.weld) return { place: p, axis: [0, 0, 0] };
  const frame = frameAt(colliders, tie.frame, 'end');
  const found = nearestIn(tie, rails, into(frame, p));
  return { place: outOf(frame, found.place), axis: turned(frame.turn, found.axis) };
}

/** The same in the frame of the rail or the plane. */
export const nearestIn = (tie: Pick<Tie, 'kind' | 'first' | 'points'>, rails: RealArray, p: Vec3) =>
  tie.kind === KIND.plane ? onPlane(tie, rails, p) : onRail(tie, rails, p);

type Points = Pick<Tie, 'first' | 'points'>;

function onPlane({ first }: Points, rails: RealArray, p: Vec3) {
  const normal = at(rails, first + 1);
  return { place: plus(p, normal, -dot(normal, minus(p, at(rails, first)))), axis: normal };
}

/** Of several pieces at the same distance, the first. */
function onRail({ first, points }: Points, rails: RealArray, p: Vec3) {
  let [place, axis, least] = [p, p, Number.POSITIVE_INFINITY];
  for (let k = first; k < first + points - 1; k++) {
    const from = at(rails, k);
    const way = minus(at(rails, k + 1), from);
    const length2 = dot(way, way);
    const t = Math.min(1, Math.max(0, dot(minus(p, from), way) / length2));
    const there = plus(from, way, t);
    const away = minus(p, there);
    const distance2 = dot(away, away);
    if (distance2 < least) [place, axis, least] = [there, scaled(way, 1 / Math.sqrt(length2)), distance2];
  }
  return { place, axis };
}

/** The part of a displacement that the attachment admits. */
export function allowed(kind: number, axis: Vec3, step: Vec3): Vec3 {
  if (kind === KIND.rail) return scaled(axis, dot(axis, step));
  if (kind === KIND.plane) return plus(step, axis, -dot(axis, step));
  return step;
}
