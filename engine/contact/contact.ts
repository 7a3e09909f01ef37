/** The contact of a world: its colliders, where they are in each step, and what a step does about them. */
import { InputError, number, vector } from '../errors.ts';
import type { Model } from '../model.ts';
import { WITHIN } from '../motion/sound.ts';
import { call, type MemoryPlan, type Program } from '../program.ts';
import type { Meeting } from '../settings.ts';
import { minus, plus } from '../vector.ts';
import { bounce } from './bounce.ts';
import { collide, RECORD } from './collide.ts';
import {
  type Collider,
  type ColliderPlace,
  isBlade,
  motionOf,
  nameOf,
  type PlacedCollider,
  poseOf,
} from './collider.ts';
import { type ContactMaterial, type ContactPair, pairTable } from './materials.ts';
import type { PoseAt } from './motion.ts';
import {
  PARTICLE_CONTACT_KERNELS,
  particleContactMemory,
  recordParticleContacts,
  searchesCells,
} from './particles/contacts.ts';
import { between, type Pose } from './pose.ts';
import { SHAPES, shapeId, shapeNumbers } from './shapes/index.ts';
import type { ShapeNumbers } from './shapes/shape.ts';
import { turningOf } from './turning.ts';

/** Which particles meet which. */
export const PARTICLE_CONTACTS = ['none', 'bodies', 'all'] as const;
export type ParticleContact = (typeof PARTICLE_CONTACTS)[number];

export interface ContactOptions {
  /**
   * Whether particles meet particles: not at all, those of different bodies, or also those of one body that are no
   * neighbours. Default: `bodies` where there are balls, from the first shot on where these are a magazine's, else `none`.
   */
  readonly particleContact?: ParticleContact;
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

/** What contact did. */
export interface ContactReport {
  /** Particles that a collider moved in the last step, or in the last part of it where it is divided. */
  readonly touching: number;
  /**
   * Contacts between particles that found no room and were not answered, over all steps since the beginning; a snapshot keeps the
   * number. There is room for 16 a particle in the mean, of 32 neighbours. One between two particles without room counts twice. Stays
   * at 2³² − 1 once it gets there.
   */
  readonly missed: number;
  /** Whether particles differed so much in speed in any of these steps that some may have passed each other unseen. */
  readonly tooFast: boolean;
}

const NO_ROOM = 'contacts between particles found no room, 16 a particle in the mean, and were not answered';
const TOO_FAST = 'particles were so fast that some may have passed each other unseen; try a shorter timestep';

/** The kernels of contact, which every method runs with. */
export const CONTACT_KERNELS = [...PARTICLE_CONTACT_KERNELS, collide, bounce] as const;

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
  /** Of one that moves by itself. */
  readonly poseAt?: PoseAt;
  /** At the end of the last part of a step, of the next part, and of the next step. */
  before: Pose;
  next: Pose;
  after: Pose;
}

function demandObjects(path: string, list: unknown): void {
  if (!Array.isArray(list)) throw new InputError(path, list, 'a list');
  list.forEach((one, k) => {
    if (typeof one !== 'object' || one === null) throw new InputError(`${path}[${k}]`, one, 'an object');
  });
}

export class Contact {
  /** The fastest that a collider turns by its motion, radians per second. */
  readonly turning: number;
  readonly #colliders: Placed[];
  readonly #materials: number;
  readonly #table: Float64Array;
  readonly #model: Model;
  readonly #between: ParticleContact;
  /** Of all shapes. */
  readonly #data: Float64Array;
  /** Whether particles meet for balls only that wait to be shot, and since when nobody does. */
  readonly #waits: boolean;
  #isAwake: boolean;

  constructor(model: Model, options: ContactOptions) {
    const { colliders = [], materials = {}, pairs = [] } = options;
    const { particleContact = model.balls.length > 0 ? 'bodies' : 'none' } = options;
    if (!PARTICLE_CONTACTS.includes(particleContact))
      throw new InputError('particleContact', particleContact, PARTICLE_CONTACTS.join(', '));
    this.#between = particleContact;
    this.#waits = options.particleContact === undefined && onlyMagazines(model);
    this.#isAwake = !this.#waits;
    demandObjects('colliders', colliders);
    demandObjects('pairs', pairs);
    if (typeof materials !== 'object' || materials === null || Array.isArray(materials))
      throw new InputError('materials', materials, 'an object with materials by name');
    const names = [
      ...new Set([...model.materials, ...colliders.map(({ material }) => material ?? 'default')]),
    ];
    this.#materials = names.length;
    this.#table = pairTable(names, materials, pairs);
    this.#model = model;
    let end = 0;
    this.#colliders = colliders.map((collider, k) => {
      const path = `colliders[${k}]`;
      const poseAt = motionOf(path, collider);
      const pose = poseAt?.(0) ?? poseOf(path, collider);
      const shape = shapeNumbers(path, collider);
      const at = end;
      end += (shape.data?.length ?? 0) / 4;
      if (end > MOST_DATA)
        throw new InputError(path, collider, 'a smaller one: shapes are too large together');
      return {
        name: nameOf(collider, k),
        collider,
        shape,
        at,
        material: names.indexOf(collider.material ?? 'default'),
        isBlade: isBlade(path, collider),
        poseAt,
        before: pose,
        next: pose,
        after: pose,
      };
    });
    this.turning = Math.max(0, ...colliders.map(turningOf));
    this.#data = new Float64Array(4 * Math.max(1, end));
    for (const { shape, at } of this.#colliders) this.#data.set(shape.data ?? [], 4 * at);
  }

  /** Whether colliders must be told where they are before every step. */
  get moves(): boolean {
    return this.#colliders.some(({ poseAt, before, after }) => poseAt || before !== after);
  }

  /** Tells whether a ball has been shot; says whether that changes what a step does. */
  wake(hasShot: boolean): boolean {
    const wasAwake = this.#isAwake;
    this.#isAwake = !this.#waits || hasShot;
    return this.#isAwake !== wasAwake;
  }

  /** Whether particles meet only from the first shot on, which nobody has fired yet. */
  get waits(): boolean {
    return !this.#isAwake;
  }

  /** Whether anything can be touched. */
  get isThere(): boolean {
    return this.hasColliders || this.particlesMeet;
  }

  /** Whether anything can be touched now or after a shot. */
  get canBeThere(): boolean {
    return this.hasColliders || this.particlesMayMeet;
  }

  /** Who meets whom now, and who may after a shot. */
  get meeting(): Meeting {
    return this.particlesMeet ? this.mayMeet : 'none';
  }

  /** What steps are divided by: who meets whom now, and how fast colliders turn. */
  get busy(): readonly [Meeting, number] {
    return [this.meeting, this.turning];
  }

  get mayMeet(): Meeting {
    if (!this.particlesMayMeet) return 'none';
    return searchesCells(this.#model, this.#between === 'all') ? 'bodies' : 'balls';
  }

  /** Whether particles meet particles. */
  get particlesMeet(): boolean {
    return this.particlesMayMeet && this.#isAwake;
  }

  /** Whether they do so now or after a shot. */
  get particlesMayMeet(): boolean {
    return this.#between !== 'none';
  }

  /** Whether there is a collider to touch. */
  get hasColliders(): boolean {
    return this.#colliders.length > 0;
  }

  /** Numbers of the colliders that cut. */
  get blades(): readonly number[] {
    return this.#colliders.flatMap(({ isBlade }, k) => (isBlade ? [k] : []));
  }

  get memory(): MemoryPlan {
    const { particles } = this.#model;
    const vectors = { role: 'scratch', element: 'vec4' } as const;
    const constant = { ...vectors, role: 'constant' } as const;
    return {
      ...(this.hasColliders && {
        colliders: {
          ...vectors,
          domain: 'colliders',
          length: RECORD * this.#colliders.length,
          initial: this.records(),
        },
        shapeData: { ...constant, domain: 'shapeData', length: this.#data.length / 4, initial: this.#data },
      }),
      ...(this.#between !== 'none' && particleContactMemory(this.#model)),
      ...((this.hasColliders || this.#between !== 'none') && {
        touch: {
          ...vectors,
          domain: 'touches',
          length: this.#between === 'none' ? particles : 5 * particles,
        },
        pairs: { ...constant, domain: 'pairs', length: this.#table.length / 4, initial: this.#table },
      }),
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

  /**
   * The next part of a step ends at `time`; with it, so many parts of the step are `left`. Colliders with a motion will have gone on, those
   * that were moved by hand go evenly.
   */
  advance(time: number, left: number): void {
    for (const placed of this.#colliders) {
      if (placed.poseAt) placed.after = placed.poseAt(time);
      const isLast = left === 1 || placed.poseAt || placed.before === placed.after;
      placed.next = isLast ? placed.after : onTheWay(placed.before, placed.after, 1 / left);
    }
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
        const turn = vector(`${path}.turn`, state[when]?.turn, 4);
        if (!(Math.abs(Math.hypot(...turn) - 1) < 1e-6))
          throw new InputError(`${path}.turn`, turn, 'a quaternion of length 1');
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
      placed.next = placed.after;
    });
  }

  /** The part of a step has been taken: where colliders went to is where they are. */
  arrive(): void {
    for (const placed of this.#colliders) placed.before = placed.next;
  }

  /** Every collider and where it is. */
  get placed(): PlacedCollider[] {
    return this.#colliders.map(({ name, collider, before }) => ({ name, collider, pose: before }));
  }

  /** What `collide` knows of the colliders. */
  records(): Float64Array {
    const records = new Float64Array(4 * RECORD * this.#colliders.length);
    this.#colliders.forEach(({ collider, shape, material, at, before, next }, k) => {
      const { convex } = SHAPES[collider.shape];
      // A ball about it, by which `collide` sees from far that it is not met; not where it turns.
      const turns = before.turn.some((value, c) => value !== next.turn[c]);
      const around = turns ? UNBOUNDED : Math.min(UNBOUNDED, 1.0001 * (shape.extent ?? UNBOUNDED));
      const poses = [before, next].flatMap(({ position, turn }) => [...position, around, ...turn]);
      records.set([shapeId(collider.shape), material, at, convex ? 0 : 1], 4 * RECORD * k);
      records.set(shape.dimensions, 4 * RECORD * k + 4);
      records.set(poses, 4 * RECORD * k + 8);
    });
    return records;
  }

  /**
   * After the solve: particles apart, then out of colliders, which have the last word. h in seconds (0: no time passes),
   * gravity in m/s². Springs in the buffer `settling` settle after it, if there is one.
   */
  record(h: number, gravity: readonly number[], delta: string, settling?: string): Program {
    const materials = this.#materials;
    const rate = h > 0 ? 1 / h : 0;
    // What gravity alone gives a resting particle in a step must not make it bounce.
    const slow = 3 * h * Math.hypot(...gravity);
    const { particles } = this.#model;
    const collideAll = (probe: boolean): Program => {
      if (!this.hasColliders) return [];
      const scalars = {
        ...{ h, rate, slow, count: this.#colliders.length, materials },
        ...{ probe: probe ? particles : 0, keep: Number(this.particlesMeet) },
      };
      return [call(collide, { phase: 'contact', range: [0, particles], bind: { delta }, scalars })];
    };
    if (!this.particlesMeet) return collideAll(false);
    const { hasColliders } = this;
    const self = this.#between === 'all';
    const setting = { model: this.#model, h, self, hasColliders, materials, slow, settling };
    return [...recordParticleContacts(setting, delta, collideAll(true)), ...collideAll(false)];
  }

  /** What `reportOf` reads. */
  get reported(): readonly string[] {
    return [...(this.isThere ? ['touch'] : []), ...(this.#between === 'none' ? [] : ['overlooked'])];
  }

  /** What contact did, from the buffers that were `reported` and what they hold; `warn` hears what went unseen. */
  reportOf(
    reported: readonly string[],
    buffers: readonly ArrayLike<number>[],
    warn: (line: string) => void,
  ): ContactReport {
    const of = (name: string) => buffers[reported.indexOf(name)];
    const [touch = [], overlooked = [0, 0]] = [of('touch'), of('overlooked')];
    const [missed, fast] = [overlooked[0], overlooked[1]];
    let touching = 0;
    for (let k = 3; k < 4 * this.#model.particles && k < touch.length; k += 4) if (touch[k] > 0) touching++;
    if (missed > 0) warn(NO_ROOM);
    if (fast > 0) warn(TOO_FAST);
    return { touching, missed, tooFast: fast > 0 };
  }

  /** After `finish`. */
  recordBounce(): Program {
    const isElastic = this.#table.some((value, k) => k % 4 === 2 && value > 0);
    if (!this.hasColliders || !isElastic) return [];
    return [call(bounce, { phase: 'contact', range: [0, this.#model.particles], scalars: {} })];
  }
}

/** Whether all balls wait in magazines. */
const onlyMagazines = ({ balls, bodies }: Model): boolean =>
  balls.length > 0 &&
  balls.length === bodies.reduce((sum, { isMagazine, count }) => sum + (isMagazine ? count : 0), 0);

const onTheWay = (a: Pose, b: Pose, t: number): Pose => ({
  position: plus(a.position, minus(b.position, a.position), t),
  turn: between(a.turn, b.turn, t),
});

const isSame = (a: Pose, b: Pose): boolean =>
  [...a.position, ...a.turn].every((value, k) => value === [...b.position, ...b.turn][k]);
