/** A grab: a particle that is held by the user. */
import type { Vec3 } from '../body/body.ts';
import { InputError, number } from '../errors.ts';
import { demandFields, type FieldsOf } from '../options.ts';
import { unit } from '../vector.ts';
import { checkRay, meetPlane, type Ray } from './ray.ts';

/**
 * `spring`: a force that grows with the distance. `hard`: pinned to the position of the hand. A particle that is pinned, attached or
 * may split, and any particle in a world that does not integrate, is always held hard.
 */
export const GRAB_KINDS = ['spring', 'hard'] as const;
export type GrabKind = (typeof GRAB_KINDS)[number];

export interface GrabOptions {
  /** Default `spring`. */
  readonly kind?: GrabKind;
  /** Stiffness of the spring, N/m. Default: 400 times the mass of the particle's body in kg; the body then hangs 2.5 cm below the hand. */
  readonly stiffness?: number;
  /** Damping of the dashpot beside it, N s/m. Default √(k M) with the body's mass M: half of critical. */
  readonly damping?: number;
  /**
   * Particles of its body within this distance are held with it, metres, measured at the beginning of the world; they share the
   * spring and the dashpot evenly. Does not apply to a particle that is held hard. Default 0: that particle alone.
   */
  readonly radius?: number;
  /** View direction: `follow` moves in the plane perpendicular to it, at constant depth. Default: the direction of the first ray. */
  readonly facing?: Vec3;
}

const GRAB: FieldsOf<GrabOptions> = {
  ...{ kind: true, stiffness: true, damping: true, radius: true, facing: true },
};

/** The functions of the world that a grab calls. */
export interface Hand {
  put(id: number, position: Vec3): void;
  letGo(id: number): void;
}

export class Grab {
  #hand: Hand | undefined;
  #facing: Vec3 | undefined;
  /** From the first intersection of the ray with the plane to the particle. */
  #offset: Vec3 | undefined;
  #position: Vec3;

  constructor(
    hand: Hand,
    /** The particle. */
    readonly id: number,
    /** The kind of grab. */
    readonly kind: GrabKind,
    position: Vec3,
    facing?: Vec3,
  ) {
    this.#hand = hand;
    this.#position = position;
    this.#facing = facing;
  }

  /** Whether it is still held: not released, not grabbed again, and its world not restored since. */
  get isHeld(): boolean {
    return this.#hand !== undefined;
  }

  /** Position of the hand, metres. */
  get position(): Vec3 {
    return this.#position;
  }

  /** Moves the hand to a position, metres, from the next step on. */
  moveTo(position: Vec3): void {
    if (!this.#hand) return;
    this.#hand.put(this.id, position);
    this.#position = position;
  }

  /**
   * Moves the hand at constant depth so that it stays under the pointer; the first ray is that of the grab. Returns false if the
   * ray is parallel to the plane or points away from it.
   */
  follow(ray: Ray): boolean {
    const { origin, direction } = checkRay('grab.ray', ray);
    this.#facing ??= direction;
    const met = meetPlane({ origin, direction }, this.#position, this.#facing);
    if (!met) return false;
    const [x, y, z] = this.#position;
    this.#offset ??= [x - met[0], y - met[1], z - met[2]];
    const [dx, dy, dz] = this.#offset;
    this.moveTo([met[0] + dx, met[1] + dy, met[2] + dz]);
    return true;
  }

  /** Lets go. A particle held hard is at rest then, and pinned only if it was before. */
  release(): void {
    const hand = this.#hand;
    this.forget();
    hand?.letGo(this.id);
  }

  /** Ends the grab without touching the world, which has already let go. */
  forget(): void {
    this.#hand = undefined;
  }
}

const LIMITS = {
  stiffness: { above: 0, max: 1e12, unit: 'N/m' },
  damping: { min: 0, max: 1e12, unit: 'N s/m' },
  radius: { min: 0, max: 1e6, unit: 'm' },
} as const;

/** The options, checked. Missing ones stay missing, except `kind` and `radius`, which get their defaults. */
export function checkGrab(
  path: string,
  options: GrabOptions,
): GrabOptions & Required<Pick<GrabOptions, 'kind' | 'radius'>> {
  demandFields(path, options, GRAB);
  const { kind = 'spring', radius = 0, facing } = options;
  if (!GRAB_KINDS.includes(kind))
    throw new InputError(`${path}.kind`, kind, `one of ${GRAB_KINDS.join(', ')}`);
  for (const [name, value] of Object.entries({ ...options, radius }))
    if (value !== undefined && Object.hasOwn(LIMITS, name))
      number(`${path}.${name}`, value, LIMITS[name as keyof typeof LIMITS]);
  return { ...options, kind, radius, ...(facing && { facing: unit(`${path}.facing`, facing) }) };
}
