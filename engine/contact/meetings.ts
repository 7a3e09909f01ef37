/** Which particles meet which, and since when: those of a magazine from the first shot on. */
import { InputError } from '../errors.ts';
import type { Model } from '../model.ts';
import type { Meeting } from '../settings.ts';
import { searchesCells } from './particles/contacts.ts';

/** Which particles meet which. */
export const PARTICLE_CONTACTS = ['none', 'bodies', 'all'] as const;
export type ParticleContact = (typeof PARTICLE_CONTACTS)[number];

export class Meetings {
  /** Whether particles of one body meet each other. */
  readonly self: boolean;
  /** Which particles meet once all balls are out. */
  readonly most: Meeting;
  /** Whether particles meet for balls of magazines only. */
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

  /** Which particles meet in the next step. */
  get now(): Meeting {
    return this.wait ? 'none' : this.most;
  }

  /** Whether particles will meet from the first shot on, which is still to come. */
  get wait(): boolean {
    return this.#areForShots && !this.#hasShot;
  }

  /** Of the fastest shot so far, metres per second, rounded up to a power of two; 0 before the first. */
  get shotSpeed(): number {
    return this.#shotSpeed;
  }

  /** Sets whether a ball has been shot, and how fast the fastest was; says whether that changes what a step does. */
  wake(hasShot: boolean, fastest: number): boolean {
    const [before, speed] = [this.now, this.#shotSpeed];
    this.#hasShot = hasShot;
    // Steps are divided anew where it changes: not for every shot that is a little faster.
    this.#shotSpeed = fastest > 0 ? 2 ** Math.ceil(Math.log2(fastest)) : 0;
    return this.now !== before || (this.now !== 'none' && this.#shotSpeed !== speed);
  }
}

/** Whether all balls wait in magazines. */
const onlyMagazines = ({ balls, bodies }: Model): boolean =>
  balls.length > 0 &&
  balls.length === bodies.reduce((sum, { isMagazine, count }) => sum + (isMagazine ? count : 0), 0);
