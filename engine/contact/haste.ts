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

/** A box of this width bends cloth around its edges and corners as a ball of this part of it does; */
const ROUNDNESS = 0.5;
/** a plate, whose other two sides are so many times as long, around one edge at a time. */
const PLATE = { roundness: 0.67, longer: 3 };

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
    case 'cone':
      return ROUNDNESS * Math.min(2 * (collider.top ?? 0), collider.height);
    case 'box': {
      const [, middle] = [...collider.size].sort((a, b) => a - b);
      const width = widthOf(collider);
      const isPlate = middle >= PLATE.longer * width;
      return (isPlate ? PLATE.roundness : ROUNDNESS) * width;
    }
    default:
      return ROUNDNESS * widthOf(collider);
  }
}

/** The least width of a collider across which cloth may come to lie, metres; infinite for the ground and for what cuts. */
export function widthOf(collider: Collider): number {
  switch (collider.shape) {
    case 'sphere':
    case 'capsule':
      return 2 * collider.radius;
    case 'torus':
      return 2 * collider.tube;
    case 'box':
      return narrowest(collider, collider.size);
    case 'cylinder': {
      const { radius, height } = collider;
      return narrowest(collider, [2 * radius, height, 2 * radius]);
    }
    case 'cone':
      return Math.min(2 * collider.radius, collider.height);
    case 'grid':
      return Math.min(...collider.size);
    case 'mesh': {
      const along = (c: number) => collider.vertices.map((vertex) => vertex[c]);
      return Math.min(...[0, 1, 2].map((c) => greatest(along(c)) + greatest(along(c).map((x) => -x))));
    }
    default:
      return Number.POSITIVE_INFINITY;
  }
}

const greatest = (values: readonly number[]) =>
  values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);

/** The least side of a box; where that is upright, of the other two. */
function narrowest({ rotation = [0, 0, 0] }: Collider, size: readonly number[]): number {
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
  const falls = tops.flatMap((top, a) => bottoms.filter((_, b) => a !== b).map((bottom) => top + bottom));
  return { bend, speed: Math.hypot(...ranges), fall: Math.max(0, greatest(falls)) };
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

/** Spacings that one particle may come nearer to another's body in a part at most; */
const MOST_APPROACH = 0.35;
/** where springs are stiff, that times √(k h²/m); */
const MOST_KICK = 0.35;
/** and up to this √(k h²/m) they are not. */
const SOFT_CELLS = 2;

/** Of the speed of a free fall: bodies are held, or beside each other, or in air. */
const FALLING = 0.4;

/** √(k/m), 1/s, that springs of methods count as that don't use a stiffness: that of a default cloth. */
export const RIGID_RATE = 6000;

/** Cloth or another body, as far as the length of a part goes: its √(k/m), 1/s, and its spacing, metres. */
export interface Grain {
  readonly rate: number;
  readonly spacing: number;
}

/** Seconds that a part may take where such a body meets such things. `b`: its damping of stretch, s. */
export function longestFor(
  { bend, speed, fall }: Haste,
  { rate, spacing }: Grain,
  b: number,
  gravity: number,
): number {
  // h² + β h ≤ (cells/rate)²: damping adds β/h of the stiffness.
  const withCells = (cells: number) => (Math.sqrt(b * b + ((2 * cells) / rate) ** 2) - b) / 2;
  const forBend = withCells(CELLS * Math.max(LEAST_BEND, bend / spacing));
  const closing = Math.hypot(speed, FALLING * Math.sqrt(2 * gravity * fall));
  if (closing === 0) return forBend;
  const perSecond = closing / spacing;
  // With h = κ/cells(h), κ = MOST_KICK/perSecond, h is below √(κ/rate), which damping makes shorter.
  const kick = MOST_KICK / perSecond;
  let stiff = Math.sqrt(kick / rate);
  if (b > 0) stiff = Math.min(stiff, withCells(kick / stiff));
  return Math.min(forBend, MOST_APPROACH / perSecond, Math.max(withCells(SOFT_CELLS), stiff));
}
