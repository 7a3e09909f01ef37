/** The contact of a world: its colliders, the pairs of particles that collide, and materials. */
import { InputError } from '../errors.ts';
import type { Model } from '../model.ts';
import type { FieldsOf } from '../options.ts';
import type { MemoryPlan } from '../program.ts';
import type { Meeting } from '../settings.ts';
import type { Collider } from './collider.ts';
import { Colliders } from './colliders.ts';
import { type Haste, meetingHaste } from './haste.ts';
import { type ContactMaterial, type ContactPair, MaterialTable } from './materials.ts';
import { Meetings, type ParticleContact } from './meetings.ts';
import { thinColliderWarnings } from './thin.ts';

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

export const CONTACT: FieldsOf<ContactOptions> = {
  ...{ particleContact: true, colliders: true, materials: true, pairs: true },
};

function demandObjects(path: string, list: unknown): void {
  if (!Array.isArray(list)) throw new InputError(path, list, 'a list');
  list.forEach((one, k) => {
    if (typeof one !== 'object' || one === null) throw new InputError(`${path}[${k}]`, one, 'an object');
  });
}

export class Contact {
  readonly meetings: Meetings;
  readonly materials: MaterialTable;
  readonly colliders: Colliders;
  /** What the user should know, as lines for people. */
  readonly warnings: readonly string[];
  readonly #particles: number;
  readonly #met: Pick<Haste, 'bend' | 'speed' | 'fall'>;

  constructor(model: Model, { colliders = [], materials = {}, pairs = [], particleContact }: ContactOptions) {
    this.meetings = new Meetings(model, particleContact);
    demandObjects('colliders', colliders);
    demandObjects('pairs', pairs);
    const bodyOf = (name: string) =>
      model.bodies.findIndex(({ first }) => model.materials[model.materialOf[first]] === name);
    this.materials = new MaterialTable(
      [...model.materials, ...colliders.map(({ material }) => material ?? 'default')],
      materials,
      pairs,
      (name) =>
        bodyOf(name) < 0
          ? `colliders[${colliders.findIndex(({ material }) => material === name)}].material`
          : `bodies[${bodyOf(name)}].material`,
    );
    this.colliders = new Colliders(colliders, this.materials.numberOf);
    this.warnings = thinColliderWarnings(model, colliders);
    this.#particles = model.particles;
    this.#met = meetingHaste(model);
  }

  /** Whether anything can be touched now. */
  get isThere(): boolean {
    return this.colliders.count > 0 || this.meetings.now !== 'none';
  }

  /** Whether anything can be touched now or after a shot. */
  get canBeThere(): boolean {
    return this.colliders.count > 0 || this.meetings.most !== 'none';
  }

  /** What steps are divided by: which particles meet now, and what else asks for short parts. */
  get busy(): readonly [Meeting, Haste] {
    return [this.meetings.now, this.#hasteIf(this.meetings.now)];
  }

  /** The same once all balls are out. */
  get busiest(): readonly [Meeting, Haste] {
    return [this.meetings.most, this.#hasteIf(this.meetings.most)];
  }

  #hasteIf(meeting: Meeting): Haste {
    const { turning, bend } = this.colliders;
    if (meeting === 'none') return { turning, bend, speed: 0, fall: 0 };
    const { speed, ...met } = this.#met;
    return {
      ...met,
      turning,
      bend: Math.min(bend, met.bend),
      speed: Math.max(speed, this.meetings.shotSpeed),
    };
  }

  /** What contact with colliders and contact between particles share: what touched each particle, and what all are made of. */
  get memory(): MemoryPlan {
    if (!this.canBeThere) return {};
    const length = (this.meetings.most === 'none' ? 1 : 5) * this.#particles;
    return {
      touch: { role: 'scratch', element: 'vec4', domain: 'touches', length },
      ...this.materials.memory,
    };
  }
}
