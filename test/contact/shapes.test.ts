/** Signed distances of all shapes against points of their surfaces, found without them. */
import { type ColliderShape, createWorld, rope, type Vec3 } from 'selvedge';
import { describe, expect, test } from 'vitest';
import { fieldAt, SHAPE_NAMES, shapeId, shapeNumbers } from '../../engine/contact/shapes/index.ts';
import type { Field } from '../../engine/contact/shapes/shape.ts';
import { seeded } from '../conformance/seeded.ts';
import { randomShapes, sampledGrid } from '../random-shapes.ts';
import { isInside } from './inside.ts';

/** Shapes with exact distances everywhere; the others have lower bounds. */
const EXACT = (shape: ColliderShape) => shape.shape !== 'heightfield' && shape.shape !== 'grid';

/** The field of a shape in its own frame. */
function fieldOf(shape: ColliderShape): (p: Vec3, reach?: number) => Field {
  const { dimensions, data = new Float64Array(4) } = shapeNumbers('shape', shape);
  const stored = { dimensions: [...dimensions, 0, 0, 0, 0].slice(0, 4), data, at: 0 };
  return (p, reach = 1e9) => fieldAt(shapeId(shape.shape), p, stored, reach);
}

const sum = (a: Vec3, b: Vec3, t: number): Vec3 => [a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2]];
const apart = (a: Vec3, b: Vec3) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Points where a straight line goes in or out of the shape, by halving. */
function surfacePoints(shape: ColliderShape, random: () => number, count: number): Vec3[] {
  const points: Vec3[] = [];
  const somewhere = (): Vec3 => [3 * random() - 1.5, 3 * random() - 1.5, 3 * random() - 1.5];
  while (points.length < count) {
    let [a, b] = [somewhere(), somewhere()];
    if (isInside(shape, a) === isInside(shape, b)) continue;
    for (let k = 0; k < 40; k++) {
      const middle = sum(sum(a, a, -0.5), b, 0.5);
      if (isInside(shape, middle) === isInside(shape, a)) a = middle;
      else b = middle;
    }
    points.push(a);
  }
  return points;
}

/** Places where a distance has no gradient, or numbers cancel. */
const SPECIAL: readonly Vec3[] = [
  [0, 0, 0],
  ...[0.01, 0.3, 0.5, 1, 2].flatMap((t): Vec3[] => [
    [t, 0, 0],
    [-t, 0, 0],
    [0, t, 0],
    [0, -t, 0],
    [0, 0, t],
    [t, t, t],
    [t, 0, t],
    [0, t, -t],
  ]),
];

const CASES = randomShapes(seeded(7)).map((shape, k) => ({ shape, title: `${shape.shape}, ${k}` }));

test('every shape is looked at', () => {
  expect(new Set(CASES.map(({ shape }) => shape.shape))).toEqual(new Set(SHAPE_NAMES));
});

describe.each(CASES)('$title', ({ shape }) => {
  const random = seeded(11);
  const field = fieldOf(shape);
  const points = Array.from(
    { length: 200 },
    (): Vec3 => [4 * random() - 2, 4 * random() - 2, 4 * random() - 2],
  );
  const surface = surfacePoints(shape, random, 1200);

  test('is a number, with a unit normal, on edges, axes and centres too', () => {
    for (const p of [...points, ...SPECIAL, ...surface.slice(0, 200)]) {
      const [x, y, z, distance] = field(p);
      expect(Number.isFinite(distance), `at ${p}`).toBe(true);
      expect(Math.hypot(x, y, z), `at ${p}`).toBeCloseTo(1, 9);
    }
  });

  test('is 0 on the surface, below 0 inside and above 0 outside', () => {
    for (const p of surface) expect(Math.abs(field(p)[3]), `at ${p}`).toBeLessThan(1e-8);
    for (const p of points) expect(field(p)[3] < 0, `at ${p}`).toBe(isInside(shape, p));
  });

  test('is no longer than the way to any point of the surface', () => {
    for (const p of points) {
      const nearest = Math.min(...surface.map((q) => apart(p, q)));
      expect(Math.abs(field(p)[3]), `at ${p}`).toBeLessThanOrEqual(nearest + 1e-9);
    }
  });

  test.runIf(EXACT(shape))('its normal leads to the surface in that distance', () => {
    for (const p of points) {
      const [x, y, z, distance] = field(p);
      const foot = sum(p, [x, y, z], -distance);
      expect(Math.abs(field(foot)[3]), `at ${p}`).toBeLessThan(1e-7);
    }
  });

  test.runIf(EXACT(shape))('its normal is its gradient', () => {
    const step = 1e-6;
    let compared = 0;
    for (const p of points) {
      const ends = [0, 1, 2].map((axis) =>
        [1, -1].map((side) =>
          field(p.map((value, k) => value + (k === axis ? side * step : 0)) as never as Vec3),
        ),
      );
      const normal = field(p);
      // Where distances to two parts of the shape are equal, there is no gradient.
      if (ends.flat().some((end) => [0, 1, 2].some((k) => Math.abs(end[k] - normal[k]) > 1e-3))) continue;
      compared++;
      for (let axis = 0; axis < 3; axis++)
        expect((ends[axis][0][3] - ends[axis][1][3]) / (2 * step), `at ${p}`).toBeCloseTo(normal[axis], 3);
    }
    expect(compared).toBeGreaterThan(0.9 * points.length);
  });

  test('with a reach it is the same within it, and beyond it further than it', () => {
    for (const p of points) {
      const [, , , distance] = field(p);
      const [, , , near] = field(p, 0.3);
      if (distance <= 0.3) expect(near, `at ${p}`).toBe(distance);
      else expect(near, `at ${p}`).toBeGreaterThan(0.3);
    }
  });
});

test('a heightfield is exact up to a cell from its surface', () => {
  const shape = randomShapes(seeded(7)).find(({ shape }) => shape === 'heightfield')!;
  const field = fieldOf(shape);
  const random = seeded(3);
  const cell = (shape as { size: readonly number[] }).size[0] / 7;
  let close = 0;
  for (let k = 0; k < 1000; k++) {
    const p: Vec3 = [4 * random() - 2, 2 * random() - 1, 4 * random() - 2];
    const [x, y, z, distance] = field(p);
    if (Math.abs(distance) >= cell) continue;
    close++;
    expect(Math.abs(field(sum(p, [x, y, z], -distance))[3]), `at ${p}`).toBeLessThan(1e-9);
  }
  expect(close).toBeGreaterThan(100);
});

test('a grid of distances gives them back to 6 %', () => {
  const field = fieldOf(sampledGrid(2, 40, (x, y, z) => Math.hypot(x, y, z) - 0.6));
  const random = seeded(3);
  for (let k = 0; k < 300; k++) {
    const p: Vec3 = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    const truth = Math.hypot(...p) - 0.6;
    expect(Math.abs(field(p)[3] - truth)).toBeLessThan(0.002 + 0.06 * Math.abs(truth));
  }
});

describe('what is wrong with a shape is named', () => {
  const box = { vertices: [] as Vec3[], triangles: [] as [number, number, number][] };
  const corner: Vec3[] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const sides: [number, number, number][] = [
    [0, 2, 1],
    [0, 1, 3],
    [0, 3, 2],
    [1, 2, 3],
  ];
  const wrong: readonly [string, unknown, string][] = [
    ['an unknown shape', { shape: 'cube' }, 'colliders[0].shape'],
    ['a negative radius', { shape: 'cone', radius: -1, height: 1 }, 'colliders[0].radius'],
    ['a negative top', { shape: 'cone', radius: 1, height: 1, top: -1 }, 'colliders[0].top'],
    ['no tube', { shape: 'torus', radius: 1 }, 'colliders[0].tube'],
    ['a ridge past the base', { shape: 'wedge', size: [1, 1, 1], ridge: 2 }, 'colliders[0].ridge'],
    ['a flat wedge', { shape: 'wedge', size: [1, 0, 1] }, 'colliders[0].size[1]'],
    ['a funnel upside down', { shape: 'funnel', steepness: 1, bottom: 1, top: 0 }, 'colliders[0].top'],
    ['a funnel too wide', { shape: 'funnel', steepness: 0.01, bottom: 0, top: 1 }, 'colliders[0].top'],
    [
      'too few heights',
      { shape: 'heightfield', size: [1, 1], cells: [1, 1], heights: [0] },
      'colliders[0].heights',
    ],
    [
      'a height that is none',
      { shape: 'heightfield', size: [1, 1], cells: [1, 1], heights: [0, 0, Number.NaN, 0] },
      'colliders[0].heights[2]',
    ],
    ['no cells', { shape: 'heightfield', size: [1, 1], cells: [0, 1], heights: [] }, 'colliders[0].cells[0]'],
    [
      'too few distances',
      { shape: 'grid', size: [1, 1, 1], cells: [1, 1, 1], distances: [] },
      'colliders[0].distances',
    ],
    [
      'too many cells',
      { shape: 'grid', size: [1, 1, 1], cells: [500, 500, 500], distances: [] },
      'colliders[0].cells',
    ],
    ['no vertices', { shape: 'mesh', ...box }, 'colliders[0].vertices'],
    [
      'an open mesh',
      { shape: 'mesh', vertices: corner, triangles: [...sides.slice(1), sides[1]] },
      'colliders[0].triangles',
    ],
    [
      'a mesh inside out',
      { shape: 'mesh', vertices: corner, triangles: sides.map(([a, b, c]) => [a, c, b]) },
      'colliders[0].triangles',
    ],
    [
      'a vertex that is not there',
      { shape: 'mesh', vertices: corner, triangles: [...sides.slice(1), [0, 2, 9]] },
      'colliders[0].triangles[3][2]',
    ],
  ];
  test.each(wrong)('%s', async (_, collider, path) => {
    const world = createWorld({
      bodies: [rope({ particles: 2 })],
      colliders: [collider as never],
      backend: 'reference',
    });
    await expect(world).rejects.toMatchObject({ name: 'InputError', path });
  });

  test('vertices at one place are one', () => {
    const doubled = sides.flat().map((k) => corner[k]);
    const triangles = sides.map((_, k): [number, number, number] => [3 * k, 3 * k + 1, 3 * k + 2]);
    const field = fieldOf({ shape: 'mesh', vertices: doubled, triangles });
    expect(field([0.1, 0.1, 0.1])[3]).toBeCloseTo(-0.1, 12);
    expect(field([-1, -1, -1])[3]).toBeCloseTo(Math.sqrt(3), 12);
  });
});
