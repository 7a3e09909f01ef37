import { InputError, number, vector } from '../errors.ts';
import type { FieldsOf } from '../options.ts';
import type { Body, Vec3 } from './body.ts';
import { BODY_DEFAULTS } from './defaults.ts';
import { named } from './named.ts';

export interface BallsOptions {
  /** Default "balls". */
  readonly name?: string;
  /** Metres, one a ball. */
  readonly centres: readonly Vec3[];
  /** Metres. Default 0.1. */
  readonly radius?: number;
  /** Of one ball, kg. Default 0.5. */
  readonly mass?: number;
  /** Of all balls, metres per second. Default [0, 0, 0]. */
  readonly velocity?: Vec3;
  /** One a ball, metres per second, instead of `velocity`. */
  readonly velocities?: readonly Vec3[];
  /** Name of their material in contact. Default "default". */
  readonly material?: string;
}

const FIELDS: FieldsOf<BallsOptions> = {
  ...{ name: true, centres: true, radius: true, mass: true },
  ...{ velocity: true, velocities: true, material: true },
};

/** Balls that fall, push and are pushed back: particles with a size, without springs. They don't spin. */
export function balls(options: BallsOptions): Body {
  const defaults = BODY_DEFAULTS.balls;
  const name = named('balls', options, FIELDS);
  const { centres, radius = defaults.radius, mass = defaults.mass } = options;
  const { velocity = [0, 0, 0], velocities } = options;
  if (!Array.isArray(centres) || centres.length === 0)
    throw new InputError(`${name}.centres`, centres, 'at least one place');
  const count = centres.length;
  if (velocities && velocities.length !== count)
    throw new InputError(`${name}.velocities`, velocities, `${count} velocities, one a ball`);
  number(`${name}.mass`, mass, { above: 0, unit: 'kg' });
  return {
    name,
    positions: Float64Array.from(centres.flatMap((centre, k) => vector(`${name}.centres[${k}]`, centre, 3))),
    velocities: Float64Array.from(
      centres.flatMap((_, k) =>
        vector(velocities ? `${name}.velocities[${k}]` : `${name}.velocity`, velocities?.[k] ?? velocity, 3),
      ),
    ),
    masses: new Float64Array(count).fill(mass),
    pins: [],
    ends: new Uint32Array(0),
    restLengths: new Float64Array(0),
    stiffness: new Float64Array(0),
    triangles: new Uint32Array(0),
    uvs: new Float64Array(0),
    radius: number(`${name}.radius`, radius, { above: 0, max: 1e9, unit: 'm' }),
    material: options.material,
    areBalls: true,
    colouring: 'any',
  };
}
