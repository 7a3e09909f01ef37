/** The contact of a world: its colliders, where they are in each step, and what a step does about them. */
import { InputError, number, vector } from '../errors.ts';
import type { Model } from '../model.ts';
import { WITHIN } from '../motion/sound.ts';
import { call, type MemoryPlan, type Program } from '../program.ts';
import { bounce } from './bounce.ts';
import { collide, RECORD } from './collide.ts';
import {
  type Collider,
  type ColliderPlace,
  motionOf,
  type PlacedCollider,
  poseOf,
  shapeNumbers,
} from './collider.ts';
import { type ContactMaterial, type ContactPair, pairTable } from './materials.ts';
import type { PoseAt } from './motion.ts';
import type { Pose } from './pose.ts';

export interface ContactOptions {
  /** What bodies collide with. Default none. */
  readonly colliders?: readonly Collider[];
  /** By name: the friction and restitution of what bodies and colliders say they are made of. */
  readonly materials?: Readonly<Record<string, ContactMaterial>>;
  /** Friction and restitution of two materials together, where that does not follow from each. */
  readonly pairs?: readonly ContactPair[];
}

/** The kernels of contact, which every method runs with. */
export const CONTACT_KERNELS = [collide, bounce] as const;

/** Where a collider stood and, had it been moved by hand, where it would be at the end of the next step. */
export interface ColliderState {
  readonly before: Pose;
  readonly after: Pose;
}

interface Placed {
  readonly name: string;
  readonly collider: Collider;
  readonly shape: readonly number[];
  readonly material: number;
  /** Of one that moves by itself. */
  readonly poseAt?: PoseAt;
  /** At the end of the last step, and of the next. */
  before: Pose;
  after: Pose;
}

export class Contact {
  readonly #colliders: Placed[];
  readonly #materials: number;
  readonly #table: Float64Array;
  readonly #particles: number;

  constructor(model: Model, { colliders = [], materials = {}, pairs = [] }: ContactOptions) {
    const names = [
      ...new Set([...model.materials, ...colliders.map(({ material }) => material ?? 'default')]),
    ];
    this.#materials = names.length;
    this.#table = pairTable(names, materials, pairs);
    this.#particles = model.particles;
    this.#colliders = colliders.map((collider, k) => {
      const path = `colliders[${k}]`;
      const poseAt = motionOf(path, collider);
      const pose = poseAt?.(0) ?? poseOf(path, collider);
      return {
        name: collider.name ?? `collider ${k}`,
        collider,
        shape: shapeNumbers(path, collider),
        material: names.indexOf(collider.material ?? 'default'),
        poseAt,
        before: pose,
        after: pose,
      };
    });
  }

  /** Whether there is anything to touch. */
  get isThere(): boolean {
    return this.#colliders.length > 0;
  }

  /** Whether colliders must be told where they are before every step. */
  get moves(): boolean {
    return this.#colliders.some(({ poseAt, before, after }) => poseAt || before !== after);
  }

  get memory(): MemoryPlan {
    if (!this.isThere) return {};
    const scratch = { role: 'scratch', element: 'vec4' } as const;
    return {
      touch: { ...scratch, domain: 'particles', length: this.#particles },
      colliders: {
        ...scratch,
        domain: 'colliders',
        length: RECORD * this.#colliders.length,
        initial: this.records(),
      },
      pairs: {
        ...scratch,
        role: 'constant',
        domain: 'pairs',
        length: this.#table.length / 4,
        initial: this.#table,
      },
    };
  }

  /** Where a collider is to be at the end of the next step; what is left out stays. */
  move(which: string | number, place: ColliderPlace): void {
    const index =
      typeof which === 'string'
        ? this.#colliders.findIndex(({ name }) => name === which)
        : number('collider', which, { min: 0, max: this.#colliders.length - 1, integer: true });
    if (index < 0)
      throw new InputError('collider', which, this.#colliders.map(({ name }) => name).join(', ') || 'none');
    const placed = this.#colliders[index];
    const pose = poseOf(placed.name, place);
    placed.after = {
      position: place.position ? pose.position : placed.after.position,
      turn: place.rotation ? pose.turn : placed.after.turn,
    };
  }

  /** Colliders stand at the end of the last step; by the end of the next, at `time`, those with a motion will have gone on. */
  advance(time: number): void {
    for (const placed of this.#colliders) if (placed.poseAt) placed.after = placed.poseAt(time);
  }

  /** The poses a snapshot keeps. */
  get states(): ColliderState[] {
    return this.#colliders.map(({ before, after }) => ({ before, after }));
  }

  /** Refuses what `restore` can't take. */
  check(states: readonly ColliderState[]): void {
    if (!Array.isArray(states) || states.length !== this.#colliders.length)
      throw new InputError('snapshot.colliders', states, `those of ${this.#colliders.length} colliders`);
    states.forEach((state, k) => {
      for (const when of ['before', 'after'] as const) {
        const path = `snapshot.colliders[${k}].${when}`;
        vector(`${path}.position`, state[when]?.position, 3, WITHIN);
        vector(`${path}.turn`, state[when]?.turn, 4, { min: -1, max: 1 });
      }
    });
  }

  /** As they were at that time: those that move by themselves stand where their motion says, the others as kept. */
  restore(states: readonly ColliderState[], time: number): void {
    this.#colliders.forEach((placed, k) => {
      const pose = placed.poseAt?.(time);
      const { before, after } = states[k];
      placed.before = pose ?? before;
      // One that rests has one pose: `moves` compares them by identity.
      placed.after = pose ?? (isSame(before, after) ? before : after);
    });
  }

  /** The step has been taken: where colliders went to is where they are. */
  arrive(): void {
    for (const placed of this.#colliders) placed.before = placed.after;
  }

  /** Every collider and where it is. */
  get placed(): PlacedCollider[] {
    return this.#colliders.map(({ name, collider, before }) => ({ name, collider, pose: before }));
  }

  /** What `collide` knows of the colliders. */
  records(): Float64Array {
    const records = new Float64Array(4 * RECORD * this.#colliders.length);
    this.#colliders.forEach(({ shape: [id, ...dimensions], material, before, after }, k) => {
      const poses = [before, after].flatMap(({ position, turn }) => [...position, 0, ...turn]);
      records.set([id, material, 0, 0, ...dimensions, 0, ...poses], 4 * RECORD * k);
    });
    return records;
  }

  /** After the solve: particles out of colliders, with friction. h in seconds (0: no time passes), gravity in m/s². */
  record(h: number, gravity: readonly number[], delta: string): Program {
    if (!this.isThere) return [];
    const rate = h > 0 ? 1 / h : 0;
    // What gravity alone gives a resting particle in a step must not make it bounce.
    const slow = 3 * h * Math.hypot(...gravity);
    const scalars = { h, rate, slow, count: this.#colliders.length, materials: this.#materials };
    return [call(collide, { phase: 'contact', range: [0, this.#particles], bind: { delta }, scalars })];
  }

  /** After `finish`. */
  recordBounce(): Program {
    const isElastic = this.#table.some((value, k) => k % 4 === 2 && value > 0);
    if (!this.isThere || !isElastic) return [];
    return [call(bounce, { phase: 'contact', range: [0, this.#particles], scalars: {} })];
  }
}

const isSame = (a: Pose, b: Pose): boolean =>
  [...a.position, ...a.turn].every((value, k) => value === [...b.position, ...b.turn][k]);
