import { InputError, number } from '../errors.ts';
import type { Body, Placement, Vec3 } from './body.ts';
import { network } from './network.ts';

export interface RopeOptions extends Placement {
  /** Default "rope". */
  readonly name?: string;
  /** At least 2. Default 50. */
  readonly particles?: number;
  /** Metres. Default 1. */
  readonly length?: number;
  /** Of the whole rope, kg. Default 0.1. */
  readonly mass?: number;
  /** N/m along the rope. Default 4000. */
  readonly stiffness?: number;
  /** N/m between particles i and i+2; 0 for none. Default 0. */
  readonly bend?: number;
  /** Particles held in place, by index or as "start" and "end". Default none. */
  readonly pins?: readonly (number | 'start' | 'end')[];
}

/** A rope along x, starting at the origin, before it is placed. */
export function rope(options: RopeOptions = {}): Body {
  const {
    name = 'rope',
    particles = 50,
    length = 1,
    mass = 0.1,
    stiffness = 4000,
    bend = 0,
    pins = [],
  } = options;
  const count = number(`${name}.particles`, particles, { min: 2, max: 1_000_000, integer: true });
  number(`${name}.length`, length, { above: 0, unit: 'm' });
  number(`${name}.stiffness`, stiffness, { above: 0, unit: 'N/m' });
  number(`${name}.bend`, bend, { min: 0, unit: 'N/m' });
  const vertices = Array.from({ length: count }, (_, i): Vec3 => [(length * i) / (count - 1), 0, 0]);
  const links = (apart: number) => vertices.slice(apart).map((_, i) => [i, i + apart] as const);
  const springs = [...links(1), ...(bend > 0 ? links(2) : [])];
  return network({
    ...options,
    name,
    vertices,
    springs,
    stiffness: springs.map(([i, j]) => (j - i === 1 ? stiffness : bend)),
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
