import { InputError, number, vector } from '../errors.ts';
import type { Body, Placement, Touching, Vec3 } from './body.ts';
import { BODY_DEFAULTS } from './defaults.ts';
import { place, uniformVelocities } from './place.ts';
import { strengthsOf, type Tearable } from './strength.ts';

export interface NetworkOptions extends Placement, Touching, Tearable {
  /** Default "network". */
  readonly name?: string;
  /** Metres. */
  readonly vertices: readonly Vec3[];
  /** Pairs of vertex indices. */
  readonly springs: readonly (readonly [i: number, j: number])[];
  /** Metres per spring. Default: the distance between its ends. */
  readonly restLengths?: ArrayLike<number>;
  /** N/m, for all springs or one each. Default 1000. */
  readonly stiffness?: number | ArrayLike<number>;
  /** kg, one a vertex. */
  readonly masses?: ArrayLike<number>;
  /** kg of the whole body, shared evenly; used where `masses` is absent. Default 0.2. */
  readonly mass?: number;
  /** Triples of vertex indices, to draw. Default none. */
  readonly triangles?: readonly (readonly [number, number, number])[];
  /** u, v per vertex. */
  readonly uvs?: readonly (readonly [number, number])[];
  /** Vertices held in place. Default none. */
  readonly pins?: readonly number[];
  /** `red-black` refuses a network that needs more than two colours. Default `any`. */
  readonly colouring?: 'red-black' | 'any';
}

/** Any particles with any springs between them: triangle meshes, voxels, hand-made frames. */
export function network(options: NetworkOptions): Body {
  const defaults = BODY_DEFAULTS.network;
  const { name = 'network', vertices, springs, mass = defaults.mass } = options;
  const { pins = [], triangles = [], uvs = [] } = options;
  const count = vertices.length;
  if (count === 0) throw new InputError(`${name}.vertices`, [], 'at least one vertex');
  const index = (path: string, value: unknown) =>
    number(path, value, { min: 0, max: count - 1, integer: true });

  const positions = Float64Array.from(
    vertices.flatMap((vertex, i) => vector(`${name}.vertices[${i}]`, vertex, 3)),
  );
  const ends = Uint32Array.from(
    springs.flatMap((pair, s) => {
      const [i, j] = vector(`${name}.springs[${s}]`, pair, 2).map((end, k) =>
        index(`${name}.springs[${s}][${k}]`, end),
      );
      if (i === j) throw new InputError(`${name}.springs[${s}]`, pair, 'two different vertices');
      return [i, j];
    }),
  );
  const perSpring = (field: string, given: number | ArrayLike<number>, above: number) => {
    if (typeof given !== 'number' && given.length !== springs.length) {
      throw new InputError(`${name}.${field}`, given, `${springs.length} numbers, one a spring`);
    }
    return Float64Array.from(springs, (_, s) =>
      typeof given === 'number'
        ? number(`${name}.${field}`, given, { above })
        : number(`${name}.${field}[${s}]`, given[s], { above }),
    );
  };
  const restLengths = options.restLengths
    ? perSpring('restLengths', options.restLengths, 0)
    : springs.map(([i, j], s) => {
        const length = Math.hypot(...[0, 1, 2].map((c) => positions[3 * i + c] - positions[3 * j + c]));
        if (length > 0) return length;
        throw new InputError(
          `${name}.springs[${s}]`,
          [i, j],
          'vertices that lie apart, or a rest length of its own',
        );
      });
  if (options.masses && options.masses.length !== count) {
    throw new InputError(`${name}.masses`, options.masses, `${count} numbers, one a vertex`);
  }
  number(`${name}.mass`, mass, { above: 0, unit: 'kg' });
  const masses = Float64Array.from(vertices, (_, i) =>
    options.masses
      ? number(`${name}.masses[${i}]`, options.masses[i], { above: 0, unit: 'kg' })
      : mass / count,
  );
  if (uvs.length > 0 && uvs.length !== count)
    throw new InputError(`${name}.uvs`, uvs, `${count} pairs, one a vertex`);
  place(positions, name, options);
  return {
    name,
    positions,
    radius: options.radius,
    material: options.material,
    velocities: uniformVelocities(count, name, options),
    masses,
    pins: [...new Set(pins.map((pin, k) => index(`${name}.pins[${k}]`, pin)))],
    ends,
    restLengths: Float64Array.from(restLengths),
    stiffness: perSpring('stiffness', options.stiffness ?? defaults.stiffness, 0),
    strengths: strengthsOf(name, springs.length, options),
    triangles: Uint32Array.from(
      triangles.flatMap((corners, t) =>
        vector(`${name}.triangles[${t}]`, corners, 3).map((v) => index(`${name}.triangles[${t}]`, v)),
      ),
    ),
    uvs: Float64Array.from(uvs.flatMap((uv, k) => vector(`${name}.uvs[${k}]`, uv, 2))),
    colouring: options.colouring ?? 'any',
  };
}
