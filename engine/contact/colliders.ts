/** The colliders of a world, their poses, and their poses after the next part of a step. */
import { InputError, number, vector } from '../errors.ts';
import { WITHIN } from '../motion/sound.ts';
import type { MemoryPlan } from '../program.ts';
import { minus, plus } from '../vector.ts';
import { RECORD } from './collide.ts';
import {
  type Collider,
  type ColliderPlace,
  checkCollider,
  checkPlace,
  isBlade,
  motionOf,
  nameOf,
  type PlacedCollider,
  poseOf,
} from './collider.ts';
import { bendOf } from './haste.ts';
import type { PoseAt } from './motion.ts';
import { between, type Pose } from './pose.ts';
import { SHAPES, shapeId, shapeNumbers } from './shapes/index.ts';
import type { ShapeNumbers } from './shapes/shape.ts';
import { turningOf } from './turning.ts';

/** Metres. */
const UNBOUNDED = 1e15;

/** vec4s of all shapes together: 128 MiB, what a GPU binds at least. */
const MOST_DATA = 2 ** 23;

/** Where a collider stood and, had it been moved by hand, where it would be at the end of the next step. */
export interface ColliderState {
  readonly before: Pose;
  readonly after: Pose;
}

interface Placed {
  readonly name: string;
  readonly collider: Collider;
  readonly shape: ShapeNumbers;
  /** Where its data begin, in vec4s. */
  readonly at: number;
  readonly material: number;
  readonly isBlade: boolean;
  /** Its motion, if it has one. */
  readonly poseAt?: PoseAt;
  /** At the ends of the parts of the next step, of one that moves by itself. */
  ahead: readonly Pose[];
  /** At the end of the last part of a step, of the next part, and of the next step. */
  before: Pose;
  next: Pose;
  after: Pose;
}

export class Colliders {
  /** The fastest that one turns by its motion, radians per second. */
  readonly turning: number;
  /** The least radius that cloth is bent around where it lies on one, metres. */
  readonly bend: number;
  /** Numbers of those that cut. */
  readonly blades: readonly number[];
  readonly #placed: readonly Placed[];
  /** Of all shapes. */
  readonly #data: Float64Array;

  /** `materialOf`: the number of a material's name. */
  constructor(colliders: readonly Collider[], materialOf: (name: string) => number) {
    let end = 0;
    this.#placed = colliders.map((collider, k) => {
      const path = `colliders[${k}]`;
      checkCollider(path, collider);
      const poseAt = motionOf(path, collider);
      const pose = poseAt?.(0) ?? poseOf(path, collider);
      const shape = shapeNumbers(path, collider);
      const at = end;
      end += (shape.data?.length ?? 0) / 4;
      if (end > MOST_DATA)
        throw new InputError(path, collider, 'a smaller shape: all shapes together exceed 128 MiB');
      return {
        name: nameOf(collider, k),
        collider,
        shape,
        at,
        material: materialOf(collider.material ?? 'default'),
        isBlade: isBlade(path, collider),
        poseAt,
        ahead: [],
        before: pose,
        next: pose,
        after: pose,
      };
    });
    this.turning = Math.max(0, ...colliders.map(turningOf));
    this.bend = Math.min(Number.POSITIVE_INFINITY, ...colliders.map(bendOf));
    this.blades = this.#placed.flatMap(({ isBlade }, k) => (isBlade ? [k] : []));
    this.#data = new Float64Array(4 * Math.max(1, end));
    for (const { shape, at } of this.#placed) this.#data.set(shape.data ?? [], 4 * at);
  }

  get count(): number {
    return this.#placed.length;
  }

  /** Every collider and where it is. */
  get placed(): PlacedCollider[] {
    return this.#placed.map(({ name, collider, before }) => ({ name, collider, pose: before }));
  }

  /** Whether their places must be written before every step. */
  get move(): boolean {
    return this.#placed.some(({ poseAt, before, after }) => poseAt || before !== after);
  }

  /** Where a collider is to be at the end of the next step; what is left out stays. */
  put(which: string | number, place: ColliderPlace): void {
    const index =
      typeof which === 'string'
        ? this.#placed.findIndex(({ name }) => name === which)
        : number('collider', which, { min: 0, max: this.#placed.length - 1, integer: true });
    if (index < 0)
      throw new InputError('collider', which, this.#placed.map(({ name }) => name).join(', ') || 'none');
    const placed = this.#placed[index];
    checkPlace(placed.name, place);
    const pose = poseOf(placed.name, place);
    placed.after = {
      position: place.position ? pose.position : placed.after.position,
      turn: place.rotation ? pose.turn : placed.after.turn,
    };
  }

  /** The parts of the next step end at these times. A motion that throws, or gives no place, does so here: then nothing has moved. */
  foresee(times: readonly number[]): void {
    const ahead = this.#placed.map(({ poseAt }) => (poseAt ? times.map(poseAt) : []));
    this.#placed.forEach((placed, k) => {
      placed.ahead = ahead[k];
    });
  }

  /**
   * With the next part of a step so many parts are `left` of it. Colliders with a motion will have gone on, those that were moved by
   * hand go evenly.
   */
  advance(left: number): void {
    for (const placed of this.#placed) {
      if (placed.poseAt) placed.after = placed.ahead[placed.ahead.length - left];
      const isLast = left === 1 || placed.poseAt || placed.before === placed.after;
      placed.next = isLast ? placed.after : onTheWay(placed.before, placed.after, 1 / left);
    }
  }

  /** The part of a step has been taken: where colliders went to is where they are. */
  arrive(): void {
    for (const placed of this.#placed) placed.before = placed.next;
  }

  /** The poses a snapshot keeps. */
  get states(): ColliderState[] {
    return this.#placed.map(({ before, after }) => ({ before, after }));
  }

  /** Refuses what `restore` can't take. */
  check(states: readonly ColliderState[]): void {
    if (!Array.isArray(states) || states.length !== this.#placed.length)
      throw new InputError('snapshot.colliders', states, `those of ${this.#placed.length} colliders`);
    states.forEach((state, k) => {
      for (const when of ['before', 'after'] as const) {
        const path = `snapshot.colliders[${k}].${when}`;
        vector(`${path}.position`, state[when]?.position, 3, WITHIN);
        const turn = vector(`${path}.turn`, state[when]?.turn, 4);
        if (!(Math.abs(Math.hypot(...turn) - 1) < 1e-6))
          throw new InputError(`${path}.turn`, turn, 'a quaternion of length 1');
      }
    });
  }

  /** Restores the poses at that time: from the motion of colliders that have one, else from the snapshot. */
  restore(states: readonly ColliderState[], time: number): void {
    // A motion that throws changes nothing.
    const poses = this.#placed.map(({ poseAt }) => poseAt?.(time));
    this.#placed.forEach((placed, k) => {
      const pose = poses[k];
      const { before, after } = states[k];
      placed.before = pose ?? before;
      // One that rests has one pose: `move` compares them by identity.
      placed.after = pose ?? (isSame(before, after) ? before : after);
      placed.next = placed.after;
    });
  }

  /** The buffer `colliders`: a record for each. */
  records(): Float64Array {
    const records = new Float64Array(4 * RECORD * this.#placed.length);
    this.#placed.forEach(({ collider, shape, material, at, before, next }, k) => {
      const { convex } = SHAPES[collider.shape];
      // A bounding ball, for the early test of `collide`; none if it turns.
      const turns = before.turn.some((value, c) => value !== next.turn[c]);
      const around = turns ? UNBOUNDED : Math.min(UNBOUNDED, 1.0001 * (shape.extent ?? UNBOUNDED));
      const poses = [before, next].flatMap(({ position, turn }) => [...position, around, ...turn]);
      records.set([shapeId(collider.shape), material, at, convex ? 0 : 1], 4 * RECORD * k);
      records.set(shape.dimensions, 4 * RECORD * k + 4);
      records.set(poses, 4 * RECORD * k + 8);
    });
    return records;
  }

  /** Nothing where there is no collider. */
  get memory(): MemoryPlan {
    if (this.count === 0) return {};
    return {
      colliders: {
        ...{ role: 'prepared', element: 'vec4', domain: 'colliders' },
        length: RECORD * this.count,
        initial: this.records(),
      },
      shapeData: {
        ...{ role: 'constant', element: 'vec4', domain: 'shapeData' },
        length: this.#data.length / 4,
        initial: this.#data,
      },
    };
  }
}

const onTheWay = (a: Pose, b: Pose, t: number): Pose => ({
  position: plus(a.position, minus(b.position, a.position), t),
  turn: between(a.turn, b.turn, t),
});

const isSame = (a: Pose, b: Pose): boolean =>
  [...a.position, ...a.turn].every((value, k) => value === [...b.position, ...b.turn][k]);
