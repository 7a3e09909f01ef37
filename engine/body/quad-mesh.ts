import { InputError, isList, vector } from '../errors.ts';
import type { FieldsOf } from '../options.ts';
import type { Body, Placement, SpringStiffness, Touching, Vec3 } from './body.ts';
import { BODY_DEFAULTS } from './defaults.ts';
import { named, PLACEMENT, TEARABLE, TOUCHING } from './named.ts';
import { netOf } from './network.ts';
import { stiffnessOf } from './stiffness.ts';
import type { Tearable } from './strength.ts';

export interface QuadMeshOptions extends Placement, Touching, Tearable {
  /** Default "quadMesh". */
  readonly name?: string;
  /** Metres. */
  readonly vertices: readonly Vec3[];
  /** Four vertex indices each, around the quad. */
  readonly quads: readonly (readonly [number, number, number, number])[];
  /** Of the whole mesh, kg. Default 0.2. */
  readonly mass?: number;
  /**
   * N/m. A number means structural springs only, along the edges; `shear`, on both diagonals of every quad, needs more
   * than two colours. Default: structural 4000, shear 0.
   */
  readonly stiffness?: number | Partial<Pick<SpringStiffness, 'structural' | 'shear'>>;
  readonly uvs?: readonly (readonly [number, number])[];
  readonly pins?: readonly number[];
  /**
   * `red-black` (the default without shear) takes meshes whose edges need two colours, as the papers do, and names the
   * odd cycle of any other. `any` (the default with shear) takes as many colours as the springs need.
   */
  readonly colouring?: 'red-black' | 'any';
}

const FIELDS: FieldsOf<QuadMeshOptions> = {
  ...{ ...PLACEMENT, ...TOUCHING, ...TEARABLE, name: true, vertices: true, quads: true, mass: true },
  ...{ stiffness: true, uvs: true, pins: true, colouring: true },
};

/** A body from quads: a spring along every edge, two triangles a quad. */
export function quadMesh(options: QuadMeshOptions): Body {
  const defaults = BODY_DEFAULTS.quadMesh;
  const name = named('quadMesh', options, FIELDS);
  const { vertices, quads, mass = defaults.mass, colouring } = options;
  if (!isList(vertices)) throw new InputError(`${name}.vertices`, vertices, 'a list of points [x, y, z]');
  if (!isList(quads)) throw new InputError(`${name}.quads`, quads, 'a list of four vertices each');
  const { structural, shear } = stiffnessOf(`${name}.stiffness`, options.stiffness, defaults.stiffness);
  const springs = new Map<string, readonly [i: number, j: number, k: number]>();
  const join = (i: number, j: number, k: number) => {
    const key = i < j ? `${i} ${j}` : `${j} ${i}`;
    if (!springs.has(key)) springs.set(key, [Math.min(i, j), Math.max(i, j), k]);
  };
  const triangles: [number, number, number][] = [];
  const bounds = { min: 0, max: vertices.length - 1, integer: true };
  const checked = Array.from(quads, (quad, q) => vector(`${name}.quads[${q}]`, quad, 4, bounds));
  checked.forEach((quad, q) => {
    if (new Set(quad).size < 4) throw new InputError(`${name}.quads[${q}]`, quad, 'four different vertices');
  });
  for (const quad of checked) for (let k = 0; k < 4; k++) join(quad[k], quad[(k + 1) % 4], structural);
  for (const [a, b, c, d] of checked) {
    if (shear > 0) {
      join(a, c, shear);
      join(b, d, shear);
    }
    triangles.push([a, b, c], [a, c, d]);
  }
  const all = [...springs.values()];
  const made = netOf(name, {
    ...options,
    springs: all.map(([i, j]) => [i, j] as const),
    stiffness: all.map(([, , k]) => k),
    triangles,
    mass,
    colouring: colouring ?? (shear > 0 ? 'any' : 'red-black'),
  });
  return { ...made, hasQuads: true };
}
