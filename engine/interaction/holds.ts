/** The particles held by springs, in the layout that the kernel `hold` reads. */
import type { Vec3 } from '../body/body.ts';
import { InputError } from '../errors.ts';
import { type Call, call, type MemoryPlan } from '../program.ts';
import { hold } from './hold.ts';

/** Particles that can be held at once. */
export const MOST_HELD = 256;

export interface Spring {
  /** Newtons per metre. */
  readonly stiffness: number;
  /** Newton seconds per metre. */
  readonly damping: number;
}

export interface Held extends Spring {
  readonly id: number;
  readonly slot: number;
  /** Mass of the particle itself, kg. */
  readonly mass: number;
}

export const holdMemory: MemoryPlan = {
  held: { role: 'kept', element: 'u32', domain: 'held', length: MOST_HELD },
  holds: { role: 'kept', element: 'vec4', domain: 'holds', length: 2 * MOST_HELD },
};

export const recordHold = (h: number): Call =>
  call(hold, { phase: 'predict', range: [0, MOST_HELD], scalars: { h } });

/** The inertia that a hold adds: m' − m in `hold`. */
export const inertiaOf = ({ stiffness, damping }: Held, h: number): number => h * h * stiffness + h * damping;

export class Holds {
  readonly #places: (Held | undefined)[] = new Array(MOST_HELD).fill(undefined);

  get all(): readonly Held[] {
    return this.#places.filter((held) => held !== undefined);
  }

  /** Throws if there is no room for that many, even after those held before are released. */
  demandRoom(count: number, before: readonly number[] = []): void {
    const free = this.#places.filter((held) => held === undefined || before.includes(held.id)).length;
    if (count > free)
      throw new InputError(
        'grab.radius',
        count,
        `at most ${MOST_HELD} particles held at once, ${free} more now`,
      );
  }

  /** Assigns a place in the buffer and returns it. */
  add(held: Held): number {
    const place = this.#places.indexOf(undefined);
    this.#places[place] = held;
    return place;
  }

  placeOf(id: number): number {
    return this.#places.findIndex((held) => held?.id === id);
  }

  remove(id: number): number {
    const place = this.placeOf(id);
    if (place >= 0) this.#places[place] = undefined;
    return place;
  }

  clear(): void {
    this.#places.fill(undefined);
  }
}

/** A hold as in the buffer `holds`. */
export const holdRecord = ({ stiffness, mass }: Held, target: Vec3): number[] => [
  ...target,
  stiffness,
  mass,
  0,
  0,
  0,
];
