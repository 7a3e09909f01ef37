/** The contact of a world: its colliders, where they are in each step, and what a step does about them. */
import { InputError, number } from '../errors.ts';
import type { Model } from '../model.ts';
import { call, type MemoryPlan, type Program } from '../program.ts';
import { bounce } from './bounce.ts';
import { collide, RECORD } from './collide.ts';
import { type Collider, type ColliderPlace, poseOf } from './collider.ts';
import { type ContactMaterial, type ContactPair, pairTable } from './materials.ts';
import type { Pose } from './pose.ts';
import { SHAPES, shapeId, shapeNumbers } from './shapes/index.ts';
import type { ShapeNumbers } from './shapes/shape.ts';

export interface ContactOptions {
  /** What bodies collide with. Default none. */
  readonly colliders?: readonly Collider[];
  /** By name: the friction and restitution of what bodies and colliders say they are made of. */
  readonly materials?: Readonly<Record<string, ContactMaterial>>;
  /** Friction and restitution of two materials together, where that does not follow from each. */
  readonly pairs?: readonly ContactPair[];
}

/** Metres. */
const UNBOUNDED = 1e15;

/** vec4s of all shapes together: 128 MiB, what a GPU binds at least. */
const MOST_DATA = 2 ** 23;

/** The kernels of contact, which every method runs with. */
export const CONTACT_KERNELS = [collide, bounce] as const;

interface Placed {
  readonly name: string;
  readonly collider: Collider;
  readonly shape: ShapeNumbers;
  /** Where its data begin, in vec4s. */
  readonly at: number;
  readonly material: number;
  /** At the end of the last step, and of the next. */
  before: Pose;
  after: Pose;
}

export class Contact {
  readonly #colliders: Placed[];
  readonly #materials: number;
  readonly #table: Float64Array;
  readonly #particles: number;
  /** Of all shapes. */
  readonly #data: Float64Array;

  constructor(model: Model, { colliders = [], materials = {}, pairs = [] }: ContactOptions) {
    const names = [
      ...new Set([...model.materials, ...colliders.map(({ material }) => material ?? 'default')]),
    ];
    this.#materials = names.length;
    this.#table = pairTable(names, materials, pairs);
    this.#particles = model.particles;
    let end = 0;
    this.#colliders = colliders.map((collider, k) => {
      const path = `colliders[${k}]`;
      const pose = poseOf(path, { ...collider, ...collider.motion?.(0) });
      const shape = shapeNumbers(path, collider);
      const at = end;
      end += (shape.data?.length ?? 0) / 4;
      if (end > MOST_DATA)
        throw new InputError(path, collider, 'a smaller one: shapes are too large together');
      return {
        name: collider.name ?? `collider ${k}`,
        collider,
        shape,
        at,
        material: names.indexOf(collider.material ?? 'default'),
        before: pose,
        after: pose,
      };
    });
    this.#data = new Float64Array(4 * Math.max(1, end));
    for (const { shape, at } of this.#colliders) this.#data.set(shape.data ?? [], 4 * at);
  }

  /** Whether there is anything to touch. */
  get isThere(): boolean {
    return this.#colliders.length > 0;
  }

  /** Whether colliders must be told where they are before every step. */
  get moves(): boolean {
    return this.#colliders.some(({ collider, before, after }) => collider.motion || before !== after);
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
      shapeData: {
        ...scratch,
        role: 'constant',
        domain: 'shapeData',
        length: this.#data.length / 4,
        initial: this.#data,
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

  /** Where a collider is to be at the end of the next step. */
  move(which: string | number, place: ColliderPlace): void {
    const index =
      typeof which === 'string'
        ? this.#colliders.findIndex(({ name }) => name === which)
        : number('collider', which, { min: 0, max: this.#colliders.length - 1, integer: true });
    if (index < 0)
      throw new InputError('collider', which, this.#colliders.map(({ name }) => name).join(', ') || 'none');
    const placed = this.#colliders[index];
    placed.after = poseOf(placed.name, place);
  }

  /** Colliders stand at the end of the last step; by the end of the next, at `time`, those with a motion will have gone on. */
  advance(time: number): void {
    for (const placed of this.#colliders) {
      const { collider, name } = placed;
      if (collider.motion) placed.after = poseOf(name, { ...collider, ...collider.motion(time) });
    }
  }

  /** At another time all of a sudden: nothing is on its way. */
  stand(time: number): void {
    this.advance(time);
    this.arrive();
  }

  /** The step has been taken: where colliders went to is where they are. */
  arrive(): void {
    for (const placed of this.#colliders) placed.before = placed.after;
  }

  /** Where every collider is now and at the end of the next step. */
  poses(): readonly { readonly name: string; readonly before: Pose; readonly after: Pose }[] {
    return this.#colliders;
  }

  /** What `collide` knows of the colliders. */
  records(): Float64Array {
    const records = new Float64Array(4 * RECORD * this.#colliders.length);
    this.#colliders.forEach(({ collider, shape, material, at, before, after }, k) => {
      const { convex } = SHAPES[collider.shape];
      // A ball about it, by which `collide` sees from far that it is not met; not where it turns.
      const turns = before.turn.some((value, c) => value !== after.turn[c]);
      const around = turns ? UNBOUNDED : Math.min(UNBOUNDED, 1.0001 * (shape.extent ?? UNBOUNDED));
      const poses = [before, after].flatMap(({ position, turn }) => [...position, around, ...turn]);
      records.set([shapeId(collider.shape), material, at, convex ? 0 : 1], 4 * RECORD * k);
      records.set(shape.dimensions, 4 * RECORD * k + 4);
      records.set(poses, 4 * RECORD * k + 8);
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
