/**
 * A path through points at constant speed: a centripetal Catmull-Rom curve, parametrised by arc length. It has neither cusps nor loops
 * between two points, and its direction is continuous except where it turns back on itself.
 */
import type { Vec3 } from '../body/body.ts';
import { InputError, number } from '../errors.ts';
import { demandFields, type FieldsOf } from '../options.ts';
import { cross, dot, minus, plus, scaled, unit, vec3 } from '../vector.ts';
import { about, type Quaternion, reversed, STILL, times } from './pose.ts';

export interface ColliderPath {
  /** Two or more points, metres; three or more if closed. Consecutive points differ. */
  readonly points: readonly Vec3[];
  /** Seconds from the first point to the last, or back to the first if closed. */
  readonly duration: number;
  /** Start time, seconds. Before it the collider rests at the first point. Default 0. */
  readonly start?: number;
  /** Whether the path continues from the last point to the first. Default false. */
  readonly closed?: boolean;
  /** Whether the motion repeats: closed paths from the start, open ones back and forth. Default false: it rests at the end. */
  readonly repeat?: boolean;
  /**
   * The direction of the collider, as it is placed, that stays tangent to the path. Its turn about the tangent is minimal. Default: it
   * does not turn.
   */
  readonly facing?: Vec3;
}

const PATH: FieldsOf<ColliderPath> = {
  ...{ points: true, duration: true, start: true, closed: true, repeat: true, facing: true },
};

export interface Way {
  /** The position at a time in seconds. */
  positionAt(time: number): Vec3;
  /** The rotation at that time. */
  turnAt(time: number): Quaternion;
  /** The greatest angular velocity, radians per second. */
  readonly turning: number;
}

/** Pieces per segment for measuring its length. */
const PIECES = 16;
/** Samples per piece for measuring how fast the path turns. */
const LOOKS = 32;
/** A path that turns back on itself has no direction there; the direction this much further on is taken, in units of the parameter. */
const AHEAD = 1e-5;

/** Gauss's points and weights for an integral from 0 to 1, exact up to the ninth power. */
const GAUSS = [-0.906179845938664, -0.5384693101056831, 0, 0.5384693101056831, 0.906179845938664].map(
  (at, k) => ({
    at: (1 + at) / 2,
    weight: [0.2369268850561891, 0.4786286704993665, 0.5688888888888889][Math.min(k, 4 - k)] / 2,
  }),
);

/** `path` is its field path in errors. */
export function wayOf(path: string, given: ColliderPath): Way {
  const { points, duration, start, isClosed, repeats, facing } = check(path, given);
  const curve = curveThrough(points, isClosed);
  const parts = isClosed ? points.length : points.length - 1;
  const speed = (u: number) => Math.hypot(...curve(u).velocity);
  /** Arc length from a to b within one piece, metres. */
  const length = (a: number, b: number) =>
    GAUSS.reduce((sum, { at, weight }) => sum + (b - a) * weight * speed(a + at * (b - a)), 0);
  const lengths = [0];
  for (let k = 0; k < PIECES * parts; k++) lengths.push(lengths[k] + length(k / PIECES, (k + 1) / PIECES));
  const whole = lengths[PIECES * parts];

  const goneAt = (time: number): number => {
    const laps = Math.max(0, time - start) / duration;
    if (!repeats) return whole * Math.min(1, laps);
    return whole * (isClosed ? laps % 1 : 1 - Math.abs(1 - (laps % 2)));
  };
  /** The place on the curve at an arc length of `gone`, metres: its piece, and the parameter. */
  const find = (gone: number): { piece: number; u: number } => {
    let [piece, end] = [0, PIECES * parts];
    while (end - piece > 1) {
      const middle = (piece + end) >> 1;
      if (lengths[middle] <= gone) piece = middle;
      else end = middle;
    }
    // Newton's method, kept within the piece.
    const [from, to] = [piece / PIECES, (piece + 1) / PIECES];
    let u = from + ((gone - lengths[piece]) / (lengths[piece + 1] - lengths[piece])) * (to - from);
    for (let k = 0; k < 4; k++) {
      const off = lengths[piece] + length(from, u) - gone;
      u = Math.min(to, Math.max(from, u - off / Math.max(speed(u), 1e-12)));
    }
    return { piece, u };
  };

  /** Whether the path turns back on itself there. */
  const turnsBackAt = (u: number): boolean => speed(u) < 1e-9 * whole;
  const directionAt = (u: number): Vec3 => {
    const { velocity } = curve(turnsBackAt(u) ? Math.min(u + AHEAD, parts - AHEAD) : u);
    return scaled(velocity, 1 / Math.hypot(...velocity));
  };
  /** The greatest turn per metre, radians. Points where the path turns back are left out: shorter parts of a step do not help there. */
  const sharpest = (): number => {
    let most = 0;
    const step = 1 / (PIECES * LOOKS);
    for (let k = 0; k < PIECES * LOOKS * parts; k++) {
      const [a, b] = [k * step, (k + 1) * step];
      if (turnsBackAt(a) || turnsBackAt(b)) continue;
      const angle = Math.acos(Math.min(1, dot(directionAt(a), directionAt(b))));
      if (angle > 1e-6) most = Math.max(most, angle / Math.max(length(a, b), 1e-12 * whole));
    }
    return most;
  };
  // The minimal rotation from piece to piece.
  const turns: Quaternion[] = [];
  if (facing) {
    turns.push(least(facing, directionAt(0)));
    for (let k = 0; k < PIECES * parts; k++)
      turns.push(times(least(directionAt(k / PIECES), directionAt((k + 1) / PIECES)), turns[k]));
  }
  // Along a closed path in space these add up to a rotation about the tangent, which is undone evenly along the path.
  const twist =
    facing && isClosed ? twistOf(times(turns[PIECES * parts], reversed(turns[0])), directionAt(0)) : 0;
  return {
    turning: facing ? (whole * sharpest() + Math.abs(twist)) / duration : 0,
    positionAt: (time) => curve(find(goneAt(time)).u).position,
    turnAt: (time) => {
      if (!facing) return STILL;
      const gone = goneAt(time);
      const { piece, u } = find(gone);
      const direction = directionAt(u);
      const turn = times(least(directionAt(piece / PIECES), direction), turns[piece]);
      return times(about(direction, (-twist * gone) / whole), turn);
    },
  };
}

function check(path: string, given: ColliderPath) {
  demandFields(path, given, PATH);
  const isClosed = flag(`${path}.closed`, given.closed);
  const fewest = isClosed ? 3 : 2;
  if (!Array.isArray(given.points) || given.points.length < fewest)
    throw new InputError(`${path}.points`, given.points, `${fewest} points [x, y, z] or more`);
  const points = given.points.map((point, k) => vec3(`${path}.points[${k}]`, point));
  points.forEach((point, k) => {
    const before = k > 0 ? points[k - 1] : isClosed ? points[points.length - 1] : undefined;
    if (before && Math.hypot(...minus(point, before)) < 1e-9)
      throw new InputError(`${path}.points[${k}]`, point, 'a point that differs from the previous one');
  });
  return {
    points,
    duration: number(`${path}.duration`, given.duration, { min: 1e-6, max: 1e9, unit: 's' }),
    start: number(`${path}.start`, given.start ?? 0, { min: 0, max: 1e9, unit: 's' }),
    isClosed,
    repeats: flag(`${path}.repeat`, given.repeat),
    facing: given.facing && unit(`${path}.facing`, given.facing),
  };
}

function flag(path: string, value: unknown = false): boolean {
  if (typeof value !== 'boolean') throw new InputError(path, value, 'true or false');
  return value;
}

/** Position and derivative by a parameter that is k at point k. */
function curveThrough(
  points: readonly Vec3[],
  isClosed: boolean,
): (u: number) => { position: Vec3; velocity: Vec3 } {
  const count = points.length;
  /** An open path continues straight before its first point and after its last. */
  const point = (k: number): Vec3 => {
    if (isClosed) return points[(k + count) % count];
    if (k < 0) return plus(scaled(points[0], 2), points[1], -1);
    if (k >= count) return plus(scaled(points[count - 1], 2), points[count - 2], -1);
    return points[k];
  };
  const knot = (k: number): number => Math.sqrt(Math.hypot(...minus(point(k + 1), point(k))));
  /** The velocity at point k over knots, of the parabola through it and its neighbours. */
  const tangent = (k: number): Vec3 => {
    const [a, b] = [knot(k - 1), knot(k)];
    const [into, out] = [
      scaled(minus(point(k), point(k - 1)), 1 / a),
      scaled(minus(point(k + 1), point(k)), 1 / b),
    ];
    return plus(scaled(into, b / (a + b)), out, a / (a + b));
  };
  const parts = Array.from({ length: isClosed ? count : count - 1 }, (_, k) => ({
    ...{ p: point(k), q: point(k + 1) },
    ...{ m: scaled(tangent(k), knot(k)), n: scaled(tangent(k + 1), knot(k)) },
  }));
  return (u) => {
    const k = Math.min(parts.length - 1, Math.floor(u));
    const { p, q, m, n } = parts[k];
    const t = u - k;
    // Hermite's cubic.
    const mix = (a: number, b: number, c: number, d: number): Vec3 =>
      plus(plus(plus(scaled(p, a), q, b), m, c), n, d);
    return {
      position: mix((1 + 2 * t) * (1 - t) ** 2, t * t * (3 - 2 * t), t * (1 - t) ** 2, t * t * (t - 1)),
      velocity: mix(6 * t * (t - 1), 6 * t * (1 - t), (1 - t) * (1 - 3 * t), t * (3 * t - 2)),
    };
  };
}

/** The minimal rotation from one unit vector to another; about any perpendicular axis if they are opposite. */
function least(a: Vec3, b: Vec3): Quaternion {
  const [x, y, z] = cross(a, b);
  const w = 1 + dot(a, b);
  const size = Math.hypot(x, y, z, w);
  if (size > 1e-9) return [x / size, y / size, z / size, w / size];
  const across = cross(a, Math.abs(a[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]);
  return about(scaled(across, 1 / (Math.hypot(...across) || 1)), Math.PI);
}

/** The angle of a rotation about this axis, radians, from −π to π. */
function twistOf([x, y, z, w]: Quaternion, axis: Vec3): number {
  const half = Math.atan2(dot([x, y, z], axis), w);
  return 2 * (Math.abs(half) > Math.PI / 2 ? half - Math.sign(half) * Math.PI : half);
}
