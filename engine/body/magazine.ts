import { number } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { FieldsOf } from '../options.ts';
import { balls } from './balls.ts';
import type { Body, Vec3 } from './body.ts';
import { BODY_DEFAULTS } from './defaults.ts';
import { named } from './named.ts';

export interface MagazineOptions {
  /** Default "magazine". */
  readonly name?: string;
  /** Balls. Default 12. */
  readonly count?: number;
  /** Of one ball, metres. Default 0.1. */
  readonly radius?: number;
  /** Of one ball, kg. Default 0.5. */
  readonly mass?: number;
  /** Name of their material in contact. Default "default". */
  readonly material?: string;
}

const FIELDS: FieldsOf<MagazineOptions> = {
  name: true,
  count: true,
  radius: true,
  mass: true,
  material: true,
};

/** Where balls wait, metres: further away than any ray is followed, and at the height of the origin, where they have no energy. */
const parked = (k: number, radius: number): Vec3 => [1e6 + 3 * radius * k, 0, 0];

/**
 * Balls for `world.shoot`. A running world takes in no new particles, so they are there from the beginning: pinned and
 * out of sight; where particles meet for them only, contact begins with the first shot.
 */
export function magazine(options: MagazineOptions = {}): Body {
  const name = named('magazine', options, FIELDS);
  const { count = BODY_DEFAULTS.magazine.count, radius, mass, material } = options;
  number(`${name}.count`, count, LIMITS.balls);
  const spaced = number(`${name}.radius`, radius ?? BODY_DEFAULTS.balls.radius, { min: 0, unit: 'm' });
  const centres = Array.from({ length: count }, (_, k) => parked(k, spaced));
  return {
    ...balls({ name, centres, radius, mass, material }),
    pins: centres.map((_, k) => k),
    isMagazine: true,
  };
}
