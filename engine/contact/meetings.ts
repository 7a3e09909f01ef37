/** The pairs of particles that collide; those with balls of a magazine from the first shot on. */
import { InputError } from '../errors.ts';
import type { Model } from '../model.ts';
import type { Meeting } from '../settings.ts';
import { searchesCells } from './particles/contacts.ts';

/** The pairs of particles that collide. */
export const PARTICLE_CONTACTS = ['none', 'bodies', 'all'] as const;
export type ParticleContact = (typeof PARTICLE_CONTACTS)[number];

export class Meetings {
  /** Whether bodies collide with themselves. */
  readonly self: boolean;
  /** The pairs that collide once all balls have been shot. */
  readonly most: Meeting;
  /** Whether contact between particles is on only because of balls of magazines. */
  readonly #areForShots: boolean;
  #hasShot = false;
  #shotSpeed = 0;

  constructor(model: Model, given: ParticleContact | undefined) {
    const between = given ?? (model.balls.length > 0 ? 'bodies' : 'none');
    if (!PARTICLE_CONTACTS.includes(between))
      throw new InputError('particleContact', between, PARTICLE_CONTACTS.join(', '));
    this.self = between === 'all';
    this.#areForShots = given === undefined && onlyMagazines(model);
    if (between === 'none') this.most = 'none';
    else this.most = searchesCells(model, this.self) ? 'bodies' : 'balls';
  }

  /** The pairs that collide in the next step. */
  get now(): Meeting {
    return this.wait ? 'none' : this.most;
  }

  /** Whether contact begins with the first shot, which has not happened yet. */
  get wait(): boolean {
    return this.#areForShots && !this.#hasShot;
  }

  /** Speed of the fastest shot so far, metres per second, rounded up to a power of two; 0 before the first. */
  get shotSpeed(): number {
    return this.#shotSpeed;
  }

  /** Sets whether a ball has been shot, and the speed of the fastest; returns whether that changes a step. */
  wake(hasShot: boolean, fastest: number): boolean {
    const [before, speed] = [this.now, this.#shotSpeed];
    this.#hasShot = hasShot;
    // Steps are divided anew where it changes: not for every shot that is a little faster.
    this.#shotSpeed = fastest > 0 ? 2 ** Math.ceil(Math.log2(fastest)) : 0;
    return this.now !== before || (this.now !== 'none' && this.#shotSpeed !== speed);
  }
}

/** Whether all balls are in magazines. */
const onlyMagazines = ({ balls, bodies }: Model): boolean =>
  balls.length > 0 &&
  balls.length === bodies.reduce((sum, { isMagazine, count }) => sum + (isMagazine ? count : 0), 0);
