/**
 * How short the parts of a step must be for contact, beyond what stiffness alone asks: for small things that cloth is bent around, for
 * fast ones, for colliders that turn. engine/contact/README.md has the measurements.
 */
import type { BodyRange, Model } from '../model.ts';
import type { Collider } from './collider.ts';
import { fromDegrees, turned } from './pose.ts';

export interface Haste {
  /** The fastest that a collider turns by its motion, radians per second. */
  readonly turning: number;
  /** The least radius that cloth may be bent around, metres; infinite where there is none. */
  readonly bend: number;
  /** How fast particles of two bodies may meet at the world's beginning, or since a shot, metres per second; */
  readonly speed: number;
  /** and how far one may fall towards another by then, metres. */
  readonly fall: number;
}

export const CALM: Haste = { turning: 0, bend: Number.POSITIVE_INFINITY, speed: 0, fall: 0 };

/** A box of this width bends cloth as a ball of this part of it does. */
const ROUNDNESS = 0.3;

/** How upright a thin box lies down: then what is bent is bent around its longer sides. */
const FLAT = 0.7;

/** The radius that cloth is bent around where it lies on this collider, metres. */
export function bendOf(collider: Collider): number {
  switch (collider.shape) {
    case 'sphere':
    case 'capsule':
      return collider.radius;
    case 'torus':
      return collider.tube;
    case 'box':
      return ROUNDNESS * widthOf(collider, collider.size);
    case 'cylinder': {
      const { radius, height } = collider;
      return ROUNDNESS * widthOf(collider, [2 * radius, height, 2 * radius]);
    }
    case 'cone':
      return ROUNDNESS * Math.min(2 * collider.radius, collider.height);
    case 'grid':
      return ROUNDNESS * Math.min(...collider.size);
    case 'mesh': {
      const along = (c: number) => collider.vertices.map((vertex) => vertex[c]);
      const widths = [0, 1, 2].map((c) => greatest(along(c)) + greatest(along(c).map((x) => -x)));
      return ROUNDNESS * Math.min(...widths);
    }
    // The ground, and what cuts instead of bending.
    default:
      return Number.POSITIVE_INFINITY;
  }
}

const greatest = (values: readonly number[]) =>
  values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);

/** The least side of a box; where that is upright, of the other two. */
function widthOf({ rotation = [0, 0, 0] }: Collider, size: readonly number[]): number {
  const thin = size.indexOf(Math.min(...size));
  const [x, y, z] = [0, 1, 2].map((c) => Number(c === thin));
  const isFlat = Math.abs(turned(fromDegrees(rotation), [x, y, z])[1]) > FLAT;
  return Math.min(...size.filter((_, c) => !isFlat || c !== thin));
}

/** Where particles meet: what balls bend cloth around, and how fast bodies may meet. */
export function meetingHaste(model: Model): Pick<Haste, 'bend' | 'speed' | 'fall'> {
  const { bodies, balls, idOf, radii } = model;
  const bend = balls.reduce((least, slot) => Math.min(least, radii[idOf[slot]]), Number.POSITIVE_INFINITY);
  const moving = bodies.filter(({ isMagazine }) => !isMagazine);
  if (moving.length < 2) return { bend, speed: 0, fall: 0 };
  const { positions, velocities } = model;
  // How far the least and the greatest velocity of any particle are apart along each axis.
  const ranges = [0, 1, 2].map((c) => {
    const most = (sign: number) => greatest(moving.map((body) => extreme(body, velocities, c, sign)));
    return most(1) + most(-1);
  });
  const tops = moving.map((body) => extreme(body, positions, 1, 1));
  const bottoms = moving.map((body) => extreme(body, positions, 1, -1));
  return { bend, speed: Math.hypot(...ranges), fall: Math.max(0, greatest(tops) + greatest(bottoms)) };
}

/** Of one component of a body's particles: the greatest value, or with −1 the greatest of its negative. */
function extreme({ first, count }: BodyRange, values: Float64Array, c: number, sign: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let id = first; id < first + count; id++) most = Math.max(most, sign * values[3 * id + c]);
  return most;
}

/** √(k h²/m) that a part may have at most where cloth is bent around a radius of its spacing; in proportion to the radius. */
const CELLS = 2.5;
/** Of a radius that is smaller yet: between its particles, cloth does not see it. */
const LEAST_BEND = 0.75;

/** Spacings that one particle may come nearer to another's body in a part. */
const MOST_APPROACH = 0.15;

/** Seconds that a part may take where cloth with this √(k/m), 1/s, and this spacing, metres, meets such things. */
export function longestFor(
  { bend, speed, fall }: Haste,
  { rate, spacing }: { readonly rate: number; readonly spacing: number },
  stiffnessDamping: number,
  gravity: number,
): number {
  const cells = CELLS * Math.max(LEAST_BEND, bend / spacing);
  // h² + β h ≤ (cells/rate)²: damping adds β/h of the stiffness.
  const b = stiffnessDamping;
  const forBend = (Math.sqrt(b * b + ((2 * cells) / rate) ** 2) - b) / 2;
  const closing = Math.sqrt(speed * speed + 2 * gravity * fall);
  return Math.min(forBend, (MOST_APPROACH * spacing) / closing);
}
