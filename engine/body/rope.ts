import { InputError, number } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { FieldsOf } from '../options.ts';
import type { Body, Placement, SpringStiffness, Touching, Vec3 } from './body.ts';
import { BODY_DEFAULTS } from './defaults.ts';
import { named, PLACEMENT, TEARABLE, TOUCHING } from './named.ts';
import { netOf } from './network.ts';
import { stiffnessOf } from './stiffness.ts';
import type { Tearable } from './strength.ts';

export const ROPE_PLACES = ['start', 'end'] as const;

export interface RopeOptions extends Placement, Touching, Tearable {
  /** Default "rope". */
  readonly name?: string;
  /** At least 2. Default 50. */
  readonly particles?: number;
  /** Metres. Default 1. */
  readonly length?: number;
  /** Of the whole rope, kg. Default 0.1. */
  readonly mass?: number;
  /** N/m. A number means structural springs only; `bend` joins particles i and i+2. Default: structural 4000, bend 0. */
  readonly stiffness?: number | Partial<Pick<SpringStiffness, 'structural' | 'bend'>>;
  /** Particles held in place, by index or as "start" and "end". Default none. */
  readonly pins?: readonly (number | (typeof ROPE_PLACES)[number])[];
}

const FIELDS: FieldsOf<RopeOptions> = {
  ...{ ...PLACEMENT, ...TOUCHING, ...TEARABLE, name: true, particles: true, length: true, mass: true },
  ...{ stiffness: true, pins: true },
};

/** A rope along x, starting at the origin, before it is placed. */
export function rope(options: RopeOptions = {}): Body {
  const defaults = BODY_DEFAULTS.rope;
  const name = named('rope', options, FIELDS);
  const {
    particles = defaults.particles,
    length = defaults.length,
    mass = defaults.mass,
    pins = [],
  } = options;
  const count = number(`${name}.particles`, particles, LIMITS.ropeParticles);
  number(`${name}.length`, length, { above: 0, unit: 'm' });
  const { structural, bend } = stiffnessOf(`${name}.stiffness`, options.stiffness, defaults.stiffness);
  const vertices = Array.from({ length: count }, (_, i): Vec3 => [(length * i) / (count - 1), 0, 0]);
  const links = (apart: number) => vertices.slice(apart).map((_, i) => [i, i + apart] as const);
  const springs = [...links(1), ...(bend > 0 ? links(2) : [])];
  return netOf(name, {
    ...options,
    vertices,
    springs,
    stiffness: springs.map(([i, j]) => (j - i === 1 ? structural : bend)),
    mass,
    pins: pins.map((pin, k) => {
      if (pin === 'start') return 0;
      if (pin === 'end') return count - 1;
      if (typeof pin !== 'number')
        throw new InputError(`${name}.pins[${k}]`, pin, `0 to ${count - 1}, "start" or "end"`);
      return pin;
    }),
  });
}
