import { InputError, number, vector } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { FieldsOf } from '../options.ts';
import type { Body, Placement, SpringStiffness, Touching } from './body.ts';
import { BODY_DEFAULTS } from './defaults.ts';
import { named, PLACEMENT, TEARABLE, TOUCHING } from './named.ts';
import { place, uniformVelocities } from './place.ts';
import { splittable } from './splittable.ts';
import { stiffnessOf } from './stiffness.ts';
import { type Splittable, strengthsOf, type Tearable } from './strength.ts';

const line = (count: number, first: number, stride: number) =>
  Array.from({ length: count }, (_, k) => first + k * stride);

/** The places that pins may name: corners and sides, as particles of a cloth of that many columns and rows. */
const PLACES = {
  'top-left': () => [0],
  'top-right': (columns) => [columns - 1],
  'bottom-left': (columns, rows) => [(rows - 1) * columns],
  'bottom-right': (columns, rows) => [columns * rows - 1],
  top: (columns) => line(columns, 0, 1),
  bottom: (columns, rows) => line(columns, (rows - 1) * columns, 1),
  left: (columns, rows) => line(rows, 0, columns),
  right: (columns, rows) => line(rows, columns - 1, columns),
} satisfies Record<string, (columns: number, rows: number) => number[]>;

export type ClothPlace = keyof typeof PLACES;
export const CLOTH_PLACES = Object.keys(PLACES) as readonly ClothPlace[];
export type ClothPin = number | ClothPlace;

export interface ClothOptions extends Placement, Touching, Tearable, Splittable {
  /** Default "cloth". */
  readonly name?: string;
  /** Particles across and down, each at least 2. Default [50, 50]. */
  readonly particles?: readonly [columns: number, rows: number];
  /** Width and height in metres. Default [1, 1]. */
  readonly size?: readonly [width: number, height: number];
  /** Start this many times as large as the rest lengths say. Default 1. */
  readonly stretch?: number;
  /** Of the whole cloth, kg. Default 0.2. */
  readonly mass?: number;
  /** N/m. A number means structural springs only, as in the papers. Default: structural 4000, shear 400, bend 20, which looks like cloth. */
  readonly stiffness?: number | Partial<SpringStiffness>;
  /** Shear springs in a quad: both diagonals, or the one from its top left to its bottom right. Default 2. */
  readonly diagonals?: 1 | 2;
  /** Particles held in place, by index (row × columns + column, row 0 at the top) or by name. Default none. */
  readonly pins?: readonly ClothPin[];
}

const FIELDS: FieldsOf<ClothOptions> = {
  ...{ ...PLACEMENT, ...TOUCHING, ...TEARABLE, split: true, name: true, particles: true, size: true },
  ...{ stretch: true, mass: true, stiffness: true, diagonals: true, pins: true },
};

/**
 * A rectangular cloth in the x-y plane, centred at the origin, row 0 at the top, before it is placed.
 * Particle index = row × columns + column.
 */
export function cloth(options: ClothOptions = {}): Body {
  const defaults = BODY_DEFAULTS.cloth;
  const name = named('cloth', options, FIELDS);
  const {
    particles = defaults.particles,
    size = defaults.size,
    stretch = defaults.stretch,
    mass = defaults.mass,
    diagonals = defaults.diagonals,
  } = options;
  const [columns, rows] = vector(`${name}.particles`, particles, 2, LIMITS.clothSide);
  const [width, height] = vector(`${name}.size`, size, 2, { above: 0, unit: 'm' });
  number(`${name}.stretch`, stretch, { above: 0 });
  number(`${name}.mass`, mass, { above: 0, unit: 'kg' });
  if (diagonals !== 1 && diagonals !== 2) throw new InputError(`${name}.diagonals`, diagonals, '1 or 2');
  const stiffness = stiffnessOf(`${name}.stiffness`, options.stiffness, defaults.stiffness);

  const count = columns * rows;
  const positions = new Float64Array(3 * count);
  const uvs = new Float64Array(2 * count);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const i = row * columns + column;
      const u = column / (columns - 1);
      const v = 1 - row / (rows - 1);
      positions[3 * i] = stretch * width * (u - 0.5);
      positions[3 * i + 1] = stretch * height * (v - 0.5);
      uvs[2 * i] = u;
      uvs[2 * i + 1] = v;
    }
  }
  place(positions, name, options);

  const springs = gridSprings(
    columns,
    rows,
    width / (columns - 1),
    height / (rows - 1),
    stiffness,
    diagonals,
  );
  const strengths = strengthsOf(name, springs.restLengths.length, options);
  const body: Body = {
    name,
    positions,
    radius: options.radius,
    material: options.material,
    velocities: uniformVelocities(count, name, options),
    masses: new Float64Array(count).fill(mass / count),
    pins: pinsOf(name, columns, rows, options.pins ?? []),
    ...springs,
    strengths,
    triangles: gridTriangles(columns, rows),
    hasQuads: true,
    uvs,
    grid: { columns, rows },
    colouring: 'any',
    colours: gridColours(columns, rows, stiffness, diagonals),
  };
  return options.split ? splittable(body) : body;
}

function gridSprings(
  columns: number,
  rows: number,
  dx: number,
  dy: number,
  stiffness: SpringStiffness,
  diagonals: number,
) {
  const { structural, shear, bend } = stiffness;
  /** From every particle to the one `right` columns and `down` rows further, where it exists. */
  const families = [
    { right: 1, down: 0, k: structural },
    { right: 0, down: 1, k: structural },
    { right: 1, down: 1, k: shear },
    { right: -1, down: 1, k: diagonals === 2 ? shear : 0 },
    { right: 2, down: 0, k: bend },
    { right: 0, down: 2, k: bend },
  ].filter(({ k }) => k > 0);
  const count = families.reduce(
    (sum, { right, down }) => sum + Math.max(0, columns - Math.abs(right)) * Math.max(0, rows - down),
    0,
  );
  const ends = new Uint32Array(2 * count);
  const restLengths = new Float64Array(count);
  const stiffnesses = new Float64Array(count);
  let s = 0;
  for (const { right, down, k } of families) {
    const first = s;
    for (let row = 0; row + down < rows; row++) {
      for (let column = Math.max(0, -right); column < columns && column + right < columns; column++) {
        const i = row * columns + column;
        ends[2 * s] = i;
        ends[2 * s + 1] = i + down * columns + right;
        s++;
      }
    }
    restLengths.fill(Math.hypot(right * dx, down * dy), first, s);
    stiffnesses.fill(k, first, s);
  }
  return { ends, restLengths, stiffness: stiffnesses };
}

/**
 * Five colours cover edges, diagonals and bend springs alike: column + 2 row changes by 1, 2, 3, 1, 2, 4 along them,
 * never by a multiple of 5. Colouring greedily takes seven, and each colour is one more parallel step a sweep.
 * With one diagonal three do: column + row changes by 1, 1, 2, 2, 2. Edges alone need two, which are found anyway.
 */
function gridColours(columns: number, rows: number, { shear, bend }: SpringStiffness, diagonals: number) {
  if (shear === 0 && bend === 0) return undefined;
  const [down, colours] = diagonals === 1 ? [1, 3] : [2, 5];
  const colourOf = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      colourOf[row * columns + column] = (column + down * row) % colours;
  return colourOf;
}

/** Two triangles a quad, facing +z; the diagonal alternates so that the cloth folds alike both ways. */
function gridTriangles(columns: number, rows: number): Uint32Array {
  const triangles = new Uint32Array(6 * (columns - 1) * (rows - 1));
  let at = 0;
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const a = row * columns + column;
      const b = a + 1;
      const c = a + columns;
      const d = c + 1;
      const isEven = (row + column) % 2 === 0;
      triangles[at++] = a;
      triangles[at++] = c;
      triangles[at++] = isEven ? d : b;
      triangles[at++] = isEven ? a : b;
      triangles[at++] = isEven ? d : c;
      triangles[at++] = isEven ? b : d;
    }
  }
  return triangles;
}

/** The particles that pins of a cloth of so many columns and rows name, without making it. */
export const clothPins = (
  [columns, rows]: readonly [number, number],
  pins: readonly ClothPin[],
  name = 'cloth',
): number[] => pinsOf(name, columns, rows, pins);

function pinsOf(name: string, columns: number, rows: number, pins: readonly ClothPin[]): number[] {
  const found = pins.flatMap((pin, k) => {
    if (typeof pin === 'number' && Number.isInteger(pin) && pin >= 0 && pin < columns * rows) return [pin];
    if (typeof pin === 'string' && Object.hasOwn(PLACES, pin)) return PLACES[pin](columns, rows);
    const allowed = `a particle from 0 to ${columns * rows - 1}, or ${CLOTH_PLACES.join(', ')}`;
    throw new InputError(`${name}.pins[${k}]`, pin, allowed);
  });
  return [...new Set(found)];
}
