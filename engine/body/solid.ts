import { InputError, number, vector } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { FieldsOf } from '../options.ts';
import type { Body, Placement, SpringStiffness, Touching } from './body.ts';
import { BODY_DEFAULTS } from './defaults.ts';
import { fitSurface } from './fit-surface.ts';
import {
  type Counts,
  cutLattice,
  DIRECTIONS,
  eulerNumber,
  indicesOf,
  isPinched,
  type Lattice,
  pairsAlong,
  sixVolumes,
  surfaceOf,
  tetrahedraOf,
} from './lattice.ts';
import { named, PLACEMENT, TEARABLE, TOUCHING } from './named.ts';
import { place, uniformVelocities } from './place.ts';
import { SOLID_SHAPES, type SolidShape, shapeOf, tubeOf } from './shapes.ts';
import { stiffnessOf } from './stiffness.ts';
import { strengthsOf, type Tearable } from './strength.ts';

/** Per axis the names of its least and its greatest side. */
const SIDES = [
  ['left', 'right'],
  ['bottom', 'top'],
  ['back', 'front'],
] as const;
const [ACROSS, UP, ALONG] = SIDES;
const FACES = [...UP, ...ACROSS, ...ALONG] as const;
const CORNERS = UP.flatMap((up) =>
  ACROSS.flatMap((across) => ALONG.map((along) => `${up}-${across}-${along}` as const)),
);

/** The places that pins may name. A corner is three sides, joined by hyphens. */
export const SOLID_PLACES = [...FACES, ...CORNERS] as const;
export type SolidPlace = (typeof SOLID_PLACES)[number];
export type SolidPin = number | SolidPlace;

export interface SolidOptions extends Placement, Touching, Tearable {
  /** Default "solid". */
  readonly name?: string;
  /** Particles of the lattice along x, y and z, each at least 2, before it is cut. Default [10, 10, 10]. */
  readonly particles?: Counts;
  /** Metres along x, y and z. Default [0.5, 0.5, 0.5]. */
  readonly size?: readonly [x: number, y: number, z: number];
  /** What is cut out of the lattice: it is as large as `size`. Cylinder and torus go round the y axis. Default "box". */
  readonly shape?: SolidShape;
  /** Of the whole body, kg, by volume. Default 1. */
  readonly mass?: number;
  /** N/m of all springs: each lies along an edge of the tetrahedra. Default 1000. */
  readonly stiffness?: number | Partial<Pick<SpringStiffness, 'structural'>>;
  /** Particles held in place, by index, by side ("top") or, of a box, by corner ("top-left-front"). Default none. */
  readonly pins?: readonly SolidPin[];
}

const FIELDS: FieldsOf<SolidOptions> = {
  ...{ ...PLACEMENT, ...TOUCHING, ...TEARABLE, name: true, particles: true, size: true, shape: true },
  ...{ mass: true, stiffness: true, pins: true },
};

/**
 * A soft body filled with tetrahedra, centred at the origin before it is placed: springs along their edges, triangles
 * on the surface. Particles count from the least x, y and z, x fastest; points that no cell of the shape has are none.
 */
export function solid(options: SolidOptions = {}): Body {
  const defaults = BODY_DEFAULTS.solid;
  const name = named('solid', options, FIELDS);
  const { mass = defaults.mass } = options;
  const { lattice, size, shape } = latticeOf(name, options);
  number(`${name}.mass`, mass, { above: 0, unit: 'kg' });
  const { structural } = stiffnessOf(`${name}.stiffness`, options.stiffness, defaults.stiffness);

  const count = lattice.points.length;
  const triangles = surfaceOf(lattice);
  const positions = new Float64Array(3 * count);
  lattice.points.forEach((p, id) => {
    const at = indicesOf(lattice, p);
    positions.set(
      at.map((i, axis) => size[axis] * (i / (lattice.counts[axis] - 1) - 0.5)),
      3 * id,
    );
  });
  if (shape.curved !== 0) fitSurface(lattice, positions, size, shape);
  const masses = massesOf(lattice, positions, mass);
  const ends = endsOf(lattice);
  const restLengths = new Float64Array(ends.length / 2);
  for (let s = 0; s < restLengths.length; s++) {
    const [i, j] = [3 * ends[2 * s], 3 * ends[2 * s + 1]];
    restLengths[s] = Math.hypot(
      positions[j] - positions[i],
      positions[j + 1] - positions[i + 1],
      positions[j + 2] - positions[i + 2],
    );
  }
  place(positions, name, options);
  return {
    name,
    positions,
    radius: options.radius,
    material: options.material,
    velocities: uniformVelocities(count, name, options),
    masses,
    pins: pinsOf(name, lattice, options.shape ?? defaults.shape, options.pins ?? []),
    ends,
    restLengths,
    stiffness: new Float64Array(restLengths.length).fill(structural),
    strengths: strengthsOf(name, restLengths.length, options),
    triangles,
    uvs: new Float64Array(0),
    colouring: 'any',
    colours: fourColours(lattice),
  };
}

/** How many particles a solid of these options has: of a shape that is cut, fewer than its lattice. */
export function solidParticles(options: SolidOptions = {}): number {
  return latticeOf(options.name ?? 'solid', options).lattice.points.length;
}

/** The particles that pins of a solid name, without making its springs. */
export function solidPins(options: SolidOptions = {}): number[] {
  const { name = 'solid', shape = BODY_DEFAULTS.solid.shape, pins = [] } = options;
  return pinsOf(name, latticeOf(name, options).lattice, shape, pins);
}

function latticeOf(name: string, options: SolidOptions) {
  const defaults = BODY_DEFAULTS.solid;
  const { particles = defaults.particles, shape: kind = defaults.shape } = options;
  const counts = vector(`${name}.particles`, particles, 3, LIMITS.solidSide) as Counts;
  const most = LIMITS.solidParticles.max;
  if (counts[0] * counts[1] * counts[2] > most)
    throw new InputError(`${name}.particles`, particles, `at most ${most} particles, x times y times z`);
  const size = vector(`${name}.size`, options.size ?? defaults.size, 3, { above: 0, unit: 'm' });
  if (!SOLID_SHAPES.includes(kind))
    throw new InputError(`${name}.shape`, kind, `one of ${SOLID_SHAPES.join(', ')}`);
  if (kind === 'torus' && tubeOf(size) >= 0.5)
    throw new InputError(
      `${name}.size`,
      size,
      'for a torus, a y less than half of x and of z, so that it has a hole',
    );
  const shape = shapeOf(kind, size);
  const lattice = cutLattice(counts, shape.contains);
  // The others are whole and of one piece however they are cut.
  const isEmpty = lattice.points.length === 0;
  if (isEmpty || (kind === 'torus' && (eulerNumber(lattice) !== 0 || isPinched(lattice))))
    throw new InputError(
      `${name}.particles`,
      particles,
      `more of them: cells this large give no whole ${kind}`,
    );
  return { lattice, size, shape };
}

/** A tetrahedron gives a quarter of its mass to each corner. */
function massesOf(lattice: Lattice, positions: Float64Array, mass: number): Float64Array {
  const shares = new Float64Array(lattice.points.length);
  let total = 0;
  lattice.cells.forEach((kept, p) => {
    if (kept === 0) return;
    tetrahedraOf(lattice, p, (a, b, c, d) => {
      const share = sixVolumes(positions, a, b, c, d) / 4;
      for (const id of [a, b, c, d]) shares[id] += share;
      total += 4 * share;
    });
  });
  return shares.map((share) => (mass * share) / total);
}

/** Two particles per spring: edges, then diagonals of faces, then those of cells. */
function endsOf(lattice: Lattice): Uint32Array {
  const families = DIRECTIONS.map((direction) => pairsAlong(lattice, direction));
  const ends = new Uint32Array(families.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const family of families) {
    ends.set(family, at);
    at += family.length;
  }
  return ends;
}

/** i + j + k grows by 1, 2 or 3 along every spring. Fewer than four won't do: all corners of a tetrahedron are joined. */
const fourColours = (lattice: Lattice): Uint8Array =>
  Uint8Array.from(lattice.points, (p) => {
    const [i, j, k] = indicesOf(lattice, p);
    return (i + j + k) % 4;
  });

function pinsOf(name: string, lattice: Lattice, shape: SolidShape, pins: readonly SolidPin[]): number[] {
  const count = lattice.points.length;
  const places = shape === 'box' ? SOLID_PLACES : FACES;
  const found = pins.flatMap((pin, k) => {
    if (typeof pin === 'number' && Number.isInteger(pin) && pin >= 0 && pin < count) return [pin];
    if ((places as readonly unknown[]).includes(pin)) return particlesAt(lattice, (pin as string).split('-'));
    const allowed = `a particle from 0 to ${count - 1}, or ${places.join(', ')}`;
    throw new InputError(`${name}.pins[${k}]`, pin, allowed);
  });
  return [...new Set(found)];
}

/** The particles that lie in the outermost layer on all of these sides. */
function particlesAt(lattice: Lattice, sides: readonly string[]): number[] {
  let ids = Array.from(lattice.points.keys());
  for (const side of sides) {
    const axis = SIDES.findIndex((names) => (names as readonly string[]).includes(side));
    const along = (id: number) => indicesOf(lattice, lattice.points[id])[axis];
    const isGreatest = SIDES[axis][1] === side;
    // Shapes reach all sides of their lattice, or, cut coarsely, nearly.
    const outermost = ids.map(along).reduce((a, b) => (isGreatest ? Math.max(a, b) : Math.min(a, b)));
    ids = ids.filter((id) => along(id) === outermost);
  }
  return ids;
}
