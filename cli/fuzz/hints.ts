/**
 * What makes a random scene worth running. The schema says which values are allowed; these say which are likely: metres near the origin,
 * few particles, names that exist, meshes that are meshes. A field without a hint gets any value around its default.
 */
import { METHODS } from '../../engine/index.ts';
import type { Random } from './random.ts';

/** Names that a scene's parts refer to each other by. */
export const NAMES = {
  material: ['silk', 'rubber', 'default'],
  body: ['body0', 'body1', 'body2'],
  collider: ['collider0', 'collider1', 'collider2'],
} as const;

type Hint = (random: Random) => unknown;

const near: Hint = (random) => random.vector(0.5);
const sideways: Hint = (random) =>
  random.chance(0.5) ? [0, 0, 0] : random.chance(0.5) ? [-90, 0, 0] : random.vector(180);
const thrown: Hint = (random) => random.vector(random.pick([1, 1, 3, 10, 30]));
const size = (random: Random) => random.scale(0.02, 0.6);
const sizes = (random: Random, count: number) => Array.from({ length: count }, () => size(random));
const stiffness: Hint = (random) => random.scale(10, 1e5);
const kilograms: Hint = (random) => random.scale(0.01, 10);
const seconds: Hint = (random) => random.between(0, 0.3);

/** By `kind.field`, the kind being the type of a body or the shape of a collider, or by `field` wherever it stands. */
export const HINTS: Readonly<Record<string, Hint>> = {
  'cloth.particles': (random) => [random.whole(2, 12), random.whole(2, 12)],
  'cloth.size': (random) => [random.scale(0.1, 1), random.scale(0.1, 1)],
  'cloth.stretch': (random) => random.between(0.8, 1.3),
  'rope.particles': (random) => random.whole(2, 24),
  'rope.length': (random) => random.scale(0.1, 1),
  'solid.particles': (random) => [random.whole(2, 5), random.whole(2, 5), random.whole(2, 5)],
  'solid.size': (random) => sizes(random, 3),
  'magazine.count': (random) => random.whole(1, 4),
  'triangles.bending': (random) => random.scale(1e-7, 1e-2),
  'triangles.panel': (random) => random.scale(0.1, 2),
  'triangles.weld': (random) => random.scale(1e-4, 0.1),
  'solver.method': (random) => random.pick(METHODS).id,
  'solver.outer': (random) => random.whole(1, 6),
  'solver.inner': (random) => random.whole(1, 12),
  'solver.iterations': (random) => random.whole(1, 40),
  'solver.warmup': (random) => random.whole(0, 6),
  'solver.integrate': (random) => random.chance(0.8),
  // What a budget leaves time for differs from run to run: nothing about such a run can be repeated.
  'solver.budget': () => undefined,
  'sphere.radius': size,
  timestep: (random) => random.pick([1 / 60, 1 / 120, 1 / 240, 1 / 480, 1 / 480, 1 / 1000]),
  damping: (random) => random.pick([0, 0.5, 5, 100]),
  stiffnessDamping: (random) => random.scale(1e-5, 0.1),
  smoothing: (random) => random.scale(0.1, 1e3),
  substeps: (random) => (random.chance(0.7) ? 'auto' : random.whole(1, 4)),
  stepsPerFrame: (random) => random.whole(1, 12),
  gravity: (random) => (random.chance(0.7) ? [0, -9.81, 0] : random.vector(20)),
  structural: stiffness,
  shear: (random) => (random.chance(0.3) ? 0 : random.scale(1, 1e4)),
  bend: (random) => (random.chance(0.3) ? 0 : random.scale(0.1, 1e3)),
  warp: stiffness,
  weft: stiffness,
  membrane: (random) => (random.chance(0.3) ? 'springs' : random.scale(100, 1e5)),
  mass: kilograms,
  density: (random) => random.scale(0.05, 5),
  strength: (random) => random.between(1.02, 2),
  restLength: size,
  radius: (random) => random.scale(0.005, 0.2),
  tube: (random) => random.scale(0.01, 0.2),
  height: size,
  length: size,
  top: (random) => random.between(-0.2, 0.4),
  bottom: (random) => random.between(-0.5, 0),
  thickness: (random) => random.scale(0.02, 0.3),
  size: (random) => sizes(random, 3),
  position: near,
  target: near,
  point: near,
  pivot: near,
  rotation: sideways,
  velocity: thrown,
  spin: (random) => random.vector(random.pick([90, 720])),
  normal: (random) => random.vector(1),
  direction: (random) => random.vector(1),
  facing: (random) => random.vector(1),
  points: (random) => Array.from({ length: random.whole(2, 4) }, () => near(random)),
  rail: (random) => Array.from({ length: random.whole(2, 4) }, () => near(random)),
  path: (random) =>
    Array.from({ length: random.whole(2, 3) }, (_, k) => ({
      time: 0.1 * k + 0.1 * random.next(),
      position: near(random),
    })),
  keyframes: (random) =>
    Array.from({ length: random.whole(1, 3) }, (_, k) => ({
      time: 0.1 * k + 0.1 * random.next(),
      position: near(random),
      ...(random.chance(0.5) && { rotation: random.vector(180) }),
    })),
  start: seconds,
  duration: (random) => random.between(0.01, 0.5),
  friction: (random) => random.between(0, 1),
  restitution: (random) => random.next(),
  spacing: (random) => random.scale(0.001, 0.1),
  material: (random) => random.pick(NAMES.material),
  between: (random) => [random.pick(NAMES.material), random.pick(NAMES.material)],
  body: (random) => (random.chance(0.3) ? random.whole(0, 1) : random.pick(NAMES.body)),
  collider: (random) => (random.chance(0.3) ? random.whole(0, 1) : random.pick(NAMES.collider)),
  particle: (random) => random.whole(0, 12),
  every: (random) => random.whole(1, 3),
  color: () => '#336699',
  background: () => '#101010',
};

/** Numbers of particles, in lists of them. */
export const someIds = (random: Random): number[] => random.ids(random.whole(1, 3), 12);

type Fields = Record<string, unknown>;

/** A sheet of quads in the x-y plane, bumpy: vertices, and by quad its four corners, round. */
function sheet(random: Random): { vertices: number[][]; quads: number[][] } {
  const [columns, rows] = [random.whole(2, 7), random.whole(2, 7)];
  const [width, bump] = [random.scale(0.2, 0.8), random.pick([0, 0.05])];
  const vertices: number[][] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      vertices.push([
        width * (column / (columns - 1) - 0.5) + 0.01 * random.next(),
        width * (0.5 - row / (rows - 1)) + 0.01 * random.next(),
        bump * random.next(),
      ]);
  const quads: number[][] = [];
  for (let row = 1; row < rows; row++)
    for (let column = 1; column < columns; column++) {
      const corner = row * columns + column;
      if (random.chance(0.97)) quads.push([corner, corner - 1, corner - columns - 1, corner - columns]);
    }
  return { vertices, quads: quads.length > 0 ? quads : [[0, 1, columns + 1, columns]] };
}

const halves = ([a, b, c, d]: readonly number[]): number[][] => [
  [a, b, c],
  [a, c, d],
];

/** A box of eight corners, which is closed. */
function box(random: Random): Fields {
  const [x, y, z] = sizes(random, 3);
  const vertices = Array.from({ length: 8 }, (_, k) => [k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z]);
  const sides = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return { vertices, triangles: sides.flatMap(halves) };
}

/** Fields of one kind that mean something only together. */
export const TOGETHER: Readonly<Record<string, (random: Random) => Fields>> = {
  quadMesh: sheet,
  triangles: (random) => {
    const { vertices, quads } = sheet(random);
    return { vertices, triangles: quads.flatMap(halves) };
  },
  network: (random) => {
    const count = random.whole(2, 24);
    const vertices = Array.from({ length: count }, () => near(random));
    const springs = Array.from({ length: random.whole(1, 3 * count) }, () => random.ids(2, count));
    return { vertices, springs: springs.filter(([i, j]) => i !== j) };
  },
  balls: (random) => ({ centres: Array.from({ length: random.whole(1, 5) }, () => near(random)) }),
  heightfield: (random) => {
    const cells = [random.whole(1, 6), random.whole(1, 6)];
    const heights = Array.from({ length: (cells[0] + 1) * (cells[1] + 1) }, () => 0.2 * random.next());
    return { size: [random.scale(0.3, 2), random.scale(0.3, 2)], cells, heights };
  },
  grid: (random) => {
    const [side, cells, radius] = [random.scale(0.2, 1), random.whole(2, 6), random.between(0.2, 0.45)];
    const distances: number[] = [];
    const place = (k: number) => side * (k / cells - 0.5);
    for (let k = 0; k <= cells; k++)
      for (let j = 0; j <= cells; j++)
        for (let i = 0; i <= cells; i++)
          distances.push(Math.hypot(place(i), place(j), place(k)) - radius * side);
    return { size: [side, side, side], cells: [cells, cells, cells], distances };
  },
  mesh: box,
  attachments: (random) => {
    const forms: readonly (() => Fields)[] = [
      () => ({ collider: random.pick(NAMES.collider), snap: random.pick(['none', 'surface', 'vertex']) }),
      () => ({ rail: Array.from({ length: random.whole(2, 4) }, () => near(random)) }),
      () => ({ plane: { point: near(random), normal: random.vector(1) } }),
      () => ({ with: { body: random.pick(NAMES.body), particles: random.ids(1, 12) } }),
    ];
    return { particles: random.ids(1, 12), ...random.pick(forms)() };
  },
};

/** Fields that exclude each other: those of `TOGETHER` are there alone. */
export const ALONE: readonly string[] = ['collider', 'rail', 'plane', 'with', 'snap'];
