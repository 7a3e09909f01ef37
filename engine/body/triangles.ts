/** Any mesh of triangles as cloth: a constant strain triangle each, hinges between them, masses from area. */
import { InputError, number, type Rows, rowsOf, vector } from '../errors.ts';
import { demandFields, type FieldsOf } from '../options.ts';
import type { Body, Placement, Touching, Vec3 } from './body.ts';
import { BODY_DEFAULTS } from './defaults.ts';
import { nextCorner } from './edges.ts';
import { named } from './named.ts';
import { place, uniformVelocities } from './place.ts';
import { areaOf, type RestShapes, shapesInPanel, shapesInSpace, sideOf } from './rest-shape.ts';
import {
  bendingElements,
  edgeSprings,
  type MembraneStiffness,
  membraneElements,
  membraneOf,
} from './sheet.ts';
import { radiusAmong } from './spacing.ts';
import { type TriangleMesh, triangleMesh } from './triangle-mesh.ts';

/** A vertex; all vertices in a box, before the body is placed; or a border by its place, longest first, or all of them. */
export type TrianglePin =
  | number
  | 'borders'
  | { readonly min: Vec3; readonly max: Vec3 }
  | { readonly border: number };

/** Springs along the edges in place of triangles: N/m of the material. */
export interface EdgeSprings {
  readonly springs: number;
}

export interface TrianglesOptions extends Placement, Touching {
  /** Default "triangles". */
  readonly name?: string;
  /** Metres: points [x, y, z], or all coordinates one after the other. Vertices at one place move as one. */
  readonly vertices: Rows;
  /** Triples of vertices, or all of them one after the other. */
  readonly triangles: Rows;
  /** u, v per vertex. */
  readonly uvs?: Rows;
  /** Metres to a unit of u and v: the rest shape is the panel that the uvs are. Default: the rest shape is that of the vertices. */
  readonly panel?: number;
  /** kg/m². Default 0.2. */
  readonly density?: number;
  /** Of the whole body, kg, in place of a density. */
  readonly mass?: number;
  /**
   * N/m, of triangles: `warp`, `weft` and `shear`, or a number, which is the same in all directions. `'springs'`, or `springs` with N/m: springs
   * along the edges in their place. Default: warp and weft 4000, shear 400, which looks like cloth.
   */
  readonly membrane?: number | Partial<MembraneStiffness> | 'springs' | EdgeSprings;
  /** N·m, across edges between triangles; 0 for none. Default 5e-5. */
  readonly bending?: number;
  /**
   * Where the warp goes: degrees from the direction in which u grows, or a direction in space. Default: where u grows, and without
   * uvs along y.
   */
  readonly grain?: number | Vec3;
  /** Metres up to which vertices are at one place. Default: a millionth of the mesh's size. */
  readonly weld?: number;
  /** What is held in place. Default nothing. */
  readonly pins?: readonly TrianglePin[];
}

const FIELDS: FieldsOf<TrianglesOptions> = {
  name: true,
  vertices: true,
  triangles: true,
  uvs: true,
  panel: true,
  density: true,
  mass: true,
  membrane: true,
  bending: true,
  grain: true,
  weld: true,
  pins: true,
  position: true,
  rotation: true,
  velocity: true,
  radius: true,
  material: true,
};

/** A body of triangles: with it, which particle is which vertex. */
export interface TrianglesBody extends Body {
  /** By vertex as given: its particle; −1 for a vertex of no triangle, which is not simulated. */
  readonly particleOf: Int32Array;
  /** By particle: the first vertex at its place. */
  readonly sourceOf: Uint32Array;
  /** Particles along each border, around it; the longest in metres first. */
  readonly borders: readonly Uint32Array[];
  /** m² at rest. */
  readonly area: number;
  readonly warnings: readonly string[];
}

export function triangles(options: TrianglesOptions): TrianglesBody {
  const { strength, ...known } = (options ?? {}) as TrianglesOptions & { readonly strength?: unknown };
  const name = named('triangles', options && known, FIELDS);
  if (strength !== undefined)
    throw new InputError(
      `${name}.strength`,
      strength,
      'none: triangles do not tear; cloth() and network() do',
    );
  const defaults = BODY_DEFAULTS.triangles;
  const positions = rowsOf(Float64Array, `${name}.vertices`, options.vertices, 3, {
    min: -1e9,
    max: 1e9,
    unit: 'm',
  });
  const count = positions.length / 3;
  if (count === 0) throw new InputError(`${name}.vertices`, options.vertices, 'at least three points');
  const index = { min: 0, max: count - 1, integer: true };
  const given = rowsOf(Uint32Array, `${name}.triangles`, options.triangles, 3, index);
  const uvs = options.uvs && rowsOf(Float64Array, `${name}.uvs`, options.uvs, 2);
  if (uvs && uvs.length !== 2 * count)
    throw new InputError(`${name}.uvs`, options.uvs, `${count} pairs, one a vertex`);
  const weld = number(`${name}.weld`, options.weld ?? 1e-6 * sizeOf(positions), { min: 0, unit: 'm' });
  const mesh = triangleMesh(name, positions, given, weld);
  const shapes = restShapes(name, options, mesh, positions, uvs);
  const { sourceOf } = mesh;
  const own = Float64Array.from(
    { length: 3 * sourceOf.length },
    (_, k) => positions[3 * sourceOf[Math.floor(k / 3)] + (k % 3)],
  );
  const bending = number(`${name}.bending`, options.bending ?? defaults.bending, {
    min: 0,
    max: 1e9,
    unit: 'N m',
  });
  const { springs, membrane } = materialOf(
    `${name}.membrane`,
    options.membrane ?? defaults.membrane,
    mesh,
    shapes,
  );
  const hinges =
    bending > 0
      ? bendingElements(mesh, shapes, bending, options.panel === undefined ? own : undefined)
      : undefined;
  const forces = {
    ...(membrane && { membrane }),
    ...(hinges && hinges.corners.length > 0 && { bending: hinges }),
  };
  const { masses, area } = massesOf(name, options, mesh, shapes);
  const pins = pinsOf(name, options.pins ?? [], mesh, positions);
  const radius = options.radius ?? radiusOf(mesh, shapes);
  place(own, name, options);
  return {
    name,
    positions: own,
    radius,
    material: options.material,
    velocities: uniformVelocities(sourceOf.length, name, options),
    masses,
    pins,
    ...springs,
    ...(Object.keys(forces).length > 0 && { forces }),
    triangles: mesh.triangles,
    uvs: uvs
      ? Float64Array.from({ length: 2 * sourceOf.length }, (_, k) => uvs[2 * sourceOf[k >> 1] + (k & 1)])
      : new Float64Array(0),
    colouring: 'any',
    particleOf: mesh.particleOf,
    sourceOf,
    borders: mesh.borders,
    area,
    warnings: mesh.repairs,
  };
}

/** The diagonal of the box around all points. */
function sizeOf(positions: Float64Array): number {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  positions.forEach((value, k) => {
    low[k % 3] = Math.min(low[k % 3], value);
    high[k % 3] = Math.max(high[k % 3], value);
  });
  return Math.hypot(...high.map((value, c) => value - low[c]));
}

function restShapes(
  name: string,
  { panel, grain = 0 }: TrianglesOptions,
  { vertices, given }: TriangleMesh,
  positions: Float64Array,
  uvs: Float64Array | undefined,
): RestShapes {
  const isAngle = typeof grain === 'number';
  const angle = isAngle
    ? (number(`${name}.grain`, grain, { min: -360, max: 360, unit: '°' }) * Math.PI) / 180
    : 0;
  const direction = isAngle ? undefined : (vector(`${name}.grain`, grain, 3) as unknown as Vec3);
  if (direction && Math.hypot(...direction) === 0)
    throw new InputError(`${name}.grain`, grain, 'degrees, or a direction that is not [0, 0, 0]');
  const uvAt =
    uvs &&
    ((t: number, corner: number) =>
      uvs.subarray(2 * vertices[3 * t + corner], 2 * vertices[3 * t + corner] + 2));
  if (panel === undefined) {
    const placeAt = (t: number, corner: number) =>
      positions.subarray(3 * vertices[3 * t + corner], 3 * vertices[3 * t + corner] + 3);
    return shapesInSpace(given.length, placeAt, uvAt, { angle, direction });
  }
  number(`${name}.panel`, panel, { above: 0, max: 1e9, unit: 'm' });
  if (!uvAt) throw new InputError(`${name}.panel`, panel, 'no panel without uvs; give uvs');
  if (direction)
    throw new InputError(`${name}.grain`, grain, 'an angle in degrees, because a panel is given');
  return shapesInPanel(name, given, uvAt, panel, { angle });
}

const NO_SPRINGS = {
  ends: new Uint32Array(0),
  restLengths: new Float64Array(0),
  stiffness: new Float64Array(0),
};

/** Springs or triangles. */
function materialOf(
  path: string,
  given: NonNullable<TrianglesOptions['membrane']>,
  mesh: TriangleMesh,
  shapes: RestShapes,
) {
  const allowed = 'N/m as a number, { warp, weft, shear }, "springs" or { springs } (N/m)';
  if (given === 'springs')
    return { springs: edgeSprings(mesh, shapes, BODY_DEFAULTS.triangles.membrane.warp), membrane: undefined };
  if (typeof given !== 'number' && (typeof given !== 'object' || given === null))
    throw new InputError(path, given, allowed);
  if (typeof given === 'object' && 'springs' in given) {
    demandFields<EdgeSprings>(path, given, { springs: true });
    const stiffness = number(`${path}.springs`, given.springs, { above: 0, max: 1e9, unit: 'N/m' });
    return { springs: edgeSprings(mesh, shapes, stiffness), membrane: undefined };
  }
  if (typeof given === 'object')
    demandFields<MembraneStiffness>(path, given, { warp: true, weft: true, shear: true });
  return { springs: NO_SPRINGS, membrane: membraneElements(mesh, shapes, membraneOf(path, given)) };
}

/** A third of each triangle's mass to each of its corners. */
function massesOf(
  name: string,
  { density, mass }: TrianglesOptions,
  { triangles: all, sourceOf }: TriangleMesh,
  shapes: RestShapes,
) {
  if (density !== undefined && mass !== undefined)
    throw new InputError(`${name}.mass`, mass, 'a mass or a density, not both');
  const masses = new Float64Array(sourceOf.length);
  let area = 0;
  for (let t = 0; t < all.length / 3; t++) {
    const third = areaOf(shapes, t) / 3;
    for (let k = 3 * t; k < 3 * t + 3; k++) masses[all[k]] += third;
    area += 3 * third;
  }
  const perArea =
    mass === undefined
      ? number(`${name}.density`, density ?? BODY_DEFAULTS.triangles.density, { above: 0, unit: 'kg/m²' })
      : number(`${name}.mass`, mass, { above: 0, unit: 'kg' }) / area;
  return { masses: masses.map((share) => perArea * share), area };
}

function radiusOf({ triangles: all, sourceOf, edges }: TriangleMesh, shapes: RestShapes): number {
  const ends = new Uint32Array(2 * all.length);
  const lengths = new Float64Array(all.length);
  for (let k = 0; k < all.length; k++) {
    const t = Math.floor(k / 3);
    const next = nextCorner(k);
    ends[2 * k] = all[k];
    ends[2 * k + 1] = all[next];
    lengths[k] = sideOf(shapes, t, k - 3 * t, next - 3 * t);
  }
  return edges.ends.length === 0 ? 0 : radiusAmong(sourceOf.length, ends, lengths);
}

function pinsOf(
  name: string,
  pins: readonly TrianglePin[],
  { particleOf, sourceOf, borders }: TriangleMesh,
  positions: Float64Array,
): number[] {
  if (!Array.isArray(pins) && !ArrayBuffer.isView(pins)) throw new InputError(`${name}.pins`, pins, 'a list');
  const held = new Set<number>();
  Array.from(pins as ArrayLike<TrianglePin>).forEach((pin, k) => {
    const path = `${name}.pins[${k}]`;
    if (typeof pin === 'number') {
      const particle = particleOf[number(path, pin, { min: 0, max: particleOf.length - 1, integer: true })];
      if (particle < 0) throw new InputError(path, pin, 'a vertex of a triangle');
      held.add(particle);
    } else if (pin === 'borders')
      for (const border of borders) for (const particle of border) held.add(particle);
    else if (typeof pin === 'object' && pin !== null && 'border' in pin) {
      demandFields<{ border: number }>(path, pin, { border: true });
      if (borders.length === 0)
        throw new InputError(`${path}.border`, pin.border, 'no border, since the mesh is closed');
      const at = number(`${path}.border`, pin.border, { min: 0, max: borders.length - 1, integer: true });
      for (const particle of borders[at]) held.add(particle);
    } else {
      const allowed = 'a vertex, "borders", { border } or a box { min, max }';
      if (typeof pin !== 'object' || pin === null) throw new InputError(path, pin, allowed);
      demandFields<{ min: Vec3; max: Vec3 }>(path, pin, { min: true, max: true });
      const min = vector(`${path}.min`, pin.min, 3);
      const max = vector(`${path}.max`, pin.max, 3);
      let found = 0;
      sourceOf.forEach((vertex, particle) => {
        if (!min.every((low, c) => positions[3 * vertex + c] >= low && positions[3 * vertex + c] <= max[c]))
          return;
        held.add(particle);
        found++;
      });
      if (found === 0) throw new InputError(path, pin, 'a box with a vertex in it');
    }
  });
  return [...held];
}
