import { InputError, number, numbersOf, type Rows, rowsOf } from '../errors.ts';
import type { FieldsOf } from '../options.ts';
import type { Body, Placement, Touching } from './body.ts';
import { BODY_DEFAULTS } from './defaults.ts';
import { named, PLACEMENT, TEARABLE, TOUCHING } from './named.ts';
import { place, uniformVelocities } from './place.ts';
import { strengthsOf, type Tearable } from './strength.ts';

export interface NetworkOptions extends Placement, Touching, Tearable {
  /** Default "network". */
  readonly name?: string;
  /** Metres: points [x, y, z], or all coordinates one after the other, as in a typed array. */
  readonly vertices: Rows;
  /** Pairs of vertex indices, or all of them one after the other. */
  readonly springs: Rows;
  /** Metres per spring. Default: the distance between its ends. */
  readonly restLengths?: ArrayLike<number>;
  /** N/m, for all springs or one each. Default 1000. */
  readonly stiffness?: number | ArrayLike<number>;
  /** kg, one a vertex. */
  readonly masses?: ArrayLike<number>;
  /** kg of the whole body, shared evenly; used where `masses` is absent. Default 0.2. */
  readonly mass?: number;
  /** Triples of vertex indices, to draw. Default none. */
  readonly triangles?: Rows;
  /** u, v per vertex. */
  readonly uvs?: Rows;
  /** Vertices held in place. Default none. */
  readonly pins?: ArrayLike<number>;
  /** `red-black` refuses a network that needs more than two colours. Default `any`. */
  readonly colouring?: 'red-black' | 'any';
}

const FIELDS: FieldsOf<NetworkOptions> = {
  ...{ ...PLACEMENT, ...TOUCHING, ...TEARABLE, name: true, vertices: true, springs: true, restLengths: true },
  ...{ stiffness: true, masses: true, mass: true, triangles: true, uvs: true, pins: true, colouring: true },
};

/** Any particles with any springs between them: triangle meshes, voxels, hand-made frames. */
export function network(options: NetworkOptions): Body {
  return netOf(named('network', options, FIELDS), options);
}

/** The same for bodies that are networks with more options of their own. */
export function netOf(name: string, options: NetworkOptions): Body {
  const defaults = BODY_DEFAULTS.network;
  const { mass = defaults.mass } = options;
  const { pins = [], triangles = [], uvs = [] } = options;
  const positions = rowsOf(Float64Array, `${name}.vertices`, options.vertices, 3);
  const count = positions.length / 3;
  if (count === 0) throw new InputError(`${name}.vertices`, [], 'at least one vertex');
  const index = { min: 0, max: count - 1, integer: true };

  const ends = rowsOf(Uint32Array, `${name}.springs`, options.springs, 2, index);
  const springs = ends.length / 2;
  const alike = ends.findIndex((end, k) => k % 2 === 1 && end === ends[k - 1]) >> 1;
  if (alike >= 0)
    throw new InputError(
      `${name}.springs[${alike}]`,
      [ends[2 * alike], ends[2 * alike + 1]],
      'two different vertices',
    );
  const perSpring = (field: string, given: number | ArrayLike<number>, above: number) => {
    if (typeof given !== 'number' && given.length !== springs) {
      throw new InputError(`${name}.${field}`, given, `${springs} numbers, one a spring`);
    }
    if (typeof given === 'number')
      return new Float64Array(springs).fill(number(`${name}.${field}`, given, { above }));
    return numbersOf(`${name}.${field}`, given, { above });
  };
  const restLengths = options.restLengths
    ? perSpring('restLengths', options.restLengths, 0)
    : lengthsOf(name, positions, ends);
  if (options.masses && options.masses.length !== count) {
    throw new InputError(`${name}.masses`, options.masses, `${count} numbers, one a vertex`);
  }
  number(`${name}.mass`, mass, { above: 0, unit: 'kg' });
  const masses = options.masses
    ? numbersOf(`${name}.masses`, options.masses, { above: 0, unit: 'kg' })
    : new Float64Array(count).fill(mass / count);
  const pairs = rowsOf(Float64Array, `${name}.uvs`, uvs, 2);
  if (pairs.length > 0 && pairs.length !== 2 * count)
    throw new InputError(`${name}.uvs`, uvs, `${count} pairs, one a vertex`);
  place(positions, name, options);
  return {
    name,
    positions,
    radius: options.radius,
    material: options.material,
    velocities: uniformVelocities(count, name, options),
    masses,
    pins: [...new Set(Array.from(pins, (pin, k) => number(`${name}.pins[${k}]`, pin, index)))],
    ends,
    restLengths,
    stiffness: perSpring('stiffness', options.stiffness ?? defaults.stiffness, 0),
    strengths: strengthsOf(name, springs, options),
    triangles: rowsOf(Uint32Array, `${name}.triangles`, triangles, 3, index),
    uvs: pairs,
    colouring: options.colouring ?? 'any',
  };
}

/** Metres between the ends of springs. */
function lengthsOf(name: string, positions: Float64Array, ends: Uint32Array): Float64Array {
  const lengths = new Float64Array(ends.length / 2);
  for (let s = 0; s < lengths.length; s++) {
    const i = 3 * ends[2 * s];
    const j = 3 * ends[2 * s + 1];
    lengths[s] = Math.hypot(
      positions[i] - positions[j],
      positions[i + 1] - positions[j + 1],
      positions[i + 2] - positions[j + 2],
    );
    if (lengths[s] > 0) continue;
    throw new InputError(
      `${name}.springs[${s}]`,
      [ends[2 * s], ends[2 * s + 1]],
      'vertices at different positions, or a rest length for this spring',
    );
  }
  return lengths;
}
