/** How a collider moves by itself, as data that a file can hold: keyframes, a path, a steady velocity, a steady spin. */

import type { Vec3 } from '../body/body.ts';
import { InputError, number } from '../errors.ts';
import { demandFields, type FieldsOf } from '../options.ts';
import { direction, plus, scaled, vec3 } from '../vector.ts';
import { type ColliderPath, wayOf } from './path.ts';
import { about, between, fromDegrees, type Pose, STILL, times, turned } from './pose.ts';

/** Where a collider is at a time in seconds. */
export interface ColliderKeyframe {
  readonly time: number;
  /** Metres. */
  readonly position?: Vec3;
  /** Degrees about x, then y, then z. */
  readonly rotation?: Vec3;
}

export interface ColliderMotion {
  /**
   * In order of time. Between two keyframes with a position it moves on a straight line. Between two with a rotation
   * it turns at a constant rate, the shorter way. Before the first and after the last it rests. Default: as it is placed.
   */
  readonly keyframes?: readonly ColliderKeyframe[];
  /** Whether the keyframes start again from 0 s at the time of the last one. Default false. */
  readonly repeat?: boolean;
  /** A curve through points, which the position follows instead of keyframes. Default none. */
  readonly path?: ColliderPath;
  /** On top of keyframes and path, metres per second. Default [0, 0, 0]. */
  readonly velocity?: Vec3;
  /** On top of keyframes and path: a turn about this axis, by as many degrees per second as it is long. Default [0, 0, 0]. */
  readonly spin?: Vec3;
  /** The point that the spin goes round, metres; the velocity moves it along. Default: the collider's own position. */
  readonly pivot?: Vec3;
}

const MOTION: FieldsOf<ColliderMotion> = {
  ...{ keyframes: true, repeat: true, path: true, velocity: true, spin: true, pivot: true },
};
const KEYFRAME: FieldsOf<ColliderKeyframe> = { time: true, position: true, rotation: true };

/** The pose of a collider at a time in seconds. */
export type PoseAt = (time: number) => Pose;

const TIME = { min: 0, max: 1e9, unit: 's' } as const;

/** The motion of a collider that is placed there: keyframes and path, turned about the pivot by ω t, then moved by v t. */
export function poseAt(path: string, motion: ColliderMotion, placed: Pose): PoseAt {
  if (typeof motion !== 'object' || motion === null)
    throw new InputError(
      path,
      motion,
      'a function of time, or keyframes, repeat, path, velocity, spin and pivot',
    );
  demandFields(path, motion, MOTION);
  const { keyframes = [], repeat = false } = motion;
  const velocity = vec3(`${path}.velocity`, motion.velocity ?? [0, 0, 0]);
  const spin = vec3(`${path}.spin`, motion.spin ?? [0, 0, 0]);
  const pivot = motion.pivot && vec3(`${path}.pivot`, motion.pivot);
  const framed = keyframed(`${path}.keyframes`, keyframes, placed);
  const way = motion.path && wayOf(`${path}.path`, motion.path);
  if (way && keyframes.some(({ position }) => position !== undefined))
    throw new InputError(`${path}.path`, motion.path, 'no path, or keyframes without positions');
  const end = keyframes.at(-1)?.time ?? 0;
  if (repeat && end === 0)
    throw new InputError(`${path}.repeat`, repeat, 'false, or keyframes with times after 0 s');
  const degrees = Math.hypot(...spin);
  const axis = direction(spin) ?? [0, 1, 0];
  return (time) => {
    const frame = framed(repeat ? time % end : time);
    const position = way?.positionAt(time) ?? frame.position;
    const turn = way ? times(way.turnAt(time), frame.turn) : frame.turn;
    const spun = degrees > 0 ? about(axis, (degrees * time * Math.PI) / 180) : STILL;
    const round = pivot ? plus(pivot, turned(spun, plus(position, scaled(pivot, -1)))) : position;
    return { position: plus(round, scaled(velocity, time)), turn: times(spun, turn) };
  };
}

function keyframed(path: string, keyframes: readonly ColliderKeyframe[], placed: Pose): PoseAt {
  if (!Array.isArray(keyframes)) throw new InputError(path, keyframes, 'a list of keyframes');
  keyframes.forEach((keyframe, k) => {
    demandFields(`${path}[${k}]`, keyframe, KEYFRAME);
    const time = keyframe.time;
    const before = keyframes[k - 1]?.time ?? Number.NEGATIVE_INFINITY;
    number(`${path}[${k}].time`, time, TIME);
    if (time <= before)
      throw new InputError(`${path}[${k}].time`, time, `more than ${before}, the one before`);
  });
  const track = <T>(field: 'position' | 'rotation', read: (value: Vec3) => T) =>
    keyframes.flatMap(({ time, [field]: value }, k) =>
      value === undefined ? [] : [{ time, value: read(vec3(`${path}[${k}].${field}`, value)) }],
    );
  const positions = track('position', (value) => value);
  const turns = track('rotation', fromDegrees);
  return (time) => ({
    position: onTrack(positions, time, placed.position, (a, b, t) => plus(scaled(a, 1 - t), scaled(b, t))),
    turn: onTrack(turns, time, placed.turn, between),
  });
}

/** Interpolates between the two keys around a time; clamps at both ends. */
function onTrack<T>(
  keys: readonly { readonly time: number; readonly value: T }[],
  time: number,
  none: T,
  mix: (a: T, b: T, t: number) => T,
): T {
  if (keys.length === 0) return none;
  const next = keys.findIndex((key) => key.time > time);
  if (next < 0) return keys[keys.length - 1].value;
  if (next === 0) return keys[0].value;
  const [a, b] = [keys[next - 1], keys[next]];
  return mix(a.value, b.value, (time - a.time) / (b.time - a.time));
}
