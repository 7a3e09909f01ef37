import type { Vec3 } from 'selvedge';
import { describe, expect, test } from 'vitest';
import { buildBvh, LEAF, MOST_LEVELS } from '../../engine/contact/shapes/bvh.ts';
import { mesh } from '../../engine/contact/shapes/mesh.ts';
import { fromTriangle } from '../../engine/contact/shapes/triangle.ts';
import { dot } from '../../engine/vector.ts';
import { seeded } from '../conformance/seeded.ts';
import { dentedBall } from '../random-shapes.ts';
import { windingNumber } from './inside.ts';

test('the nearest triangle of a mesh is the one that trying all of them finds', () => {
  const shape = dentedBall(40, 1);
  const { dimensions, data = new Float64Array() } = mesh.numbers('mesh', shape);
  // As it is stored behind another shape.
  const stored = { dimensions, data: Float64Array.of(1, 2, 3, 4, ...data), at: 1 };
  const random = seeded(5);
  for (let k = 0; k < 400; k++) {
    const p: Vec3 = [3 * random() - 1.5, 3 * random() - 1.5, 3 * random() - 1.5];
    const nearest = Math.min(
      ...shape.triangles.map(([a, b, c]) => {
        const { away } = fromTriangle(p, shape.vertices[a], shape.vertices[b], shape.vertices[c]);
        return Math.sqrt(dot(away, away));
      }),
    );
    const isInside = windingNumber(shape, p) > 0.5;
    expect(mesh.field(p, stored, 1e9)[3]).toBeCloseTo(isInside ? -nearest : nearest, 12);
  }
});

describe('a tree of boxes', () => {
  const random = seeded(9);
  const boxes = (count: number, corner: (k: number) => number[]) =>
    Float64Array.from(
      Array.from({ length: count }, (_, k) => {
        const [x, y, z, size] = corner(k);
        return [x, y, z, x + size, y + size, z + size];
      }).flat(),
    );
  test.each([
    ['one', boxes(1, () => [0, 0, 0, 1])],
    ['at random', boxes(3000, () => [random(), random(), random(), 0.1 * random()])],
    ['all in one place', boxes(1000, () => [1, 2, 3, 1])],
    ['ever further apart', boxes(1000, (k) => [2 ** k, 0, 0, 1])],
    ['in a row', boxes(999, (k) => [k, 0, 0, 0])],
  ])('%s: holds everything once, inside its boxes, and not too deep', (_, given) => {
    const { nodes, order } = buildBvh(given);
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: given.length / 6 }, (_, k) => k));
    const seen: number[] = [];
    const walk = (node: number, level: number, parent: number): void => {
      const [ax, ay, az, link, bx, by, bz, family] = nodes.subarray(8 * node);
      expect(Math.floor(family / 8)).toBe(parent);
      expect(level).toBeLessThanOrEqual(MOST_LEVELS);
      const count = family % 8;
      expect(count).toBeLessThanOrEqual(LEAF);
      for (let k = link; k < link + count; k++) {
        seen.push(order[k]);
        const [x, y, z, ex, ey, ez] = given.subarray(6 * order[k]);
        expect(x >= ax && y >= ay && z >= az && ex <= bx && ey <= by && ez <= bz).toBe(true);
      }
      if (count > 0) return;
      expect(link % 2).toBe(0);
      walk(link, level + 1, node);
      walk(link + 1, level + 1, node);
    };
    walk(0, 0, 0);
    expect(seen).toHaveLength(order.length);
  });
});
