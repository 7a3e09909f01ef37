/** Sheets of triangles for the tests of forces: rectangles in the x-y plane, regular or not. */
import type { Vec3 } from 'selvedge';
import { seeded } from '../conformance/seeded.ts';

export interface Sheet {
  readonly vertices: Vec3[];
  readonly triangles: Vec3[];
}

/** n × n squares of a metre's square, halved this way or that; inner vertices are off by up to `irregular`/2 of a cell. */
export function sheet(n: number, irregular = 0.5): Sheet {
  const random = seeded(n + 3);
  const off = () => irregular * (random() - 0.5);
  const vertices: Vec3[] = [];
  for (let row = 0; row <= n; row++)
    for (let column = 0; column <= n; column++) {
      const isInner = row > 0 && column > 0 && row < n && column < n;
      const [dx, dy] = isInner ? [off(), off()] : [0, 0];
      vertices.push([(column + dx) / n - 0.5, -(row + dy) / n, 0]);
    }
  const triangles: Vec3[] = [];
  for (let row = 0; row < n; row++)
    for (let column = 0; column < n; column++) {
      const a = row * (n + 1) + column;
      const [b, c, d] = [a + 1, a + n + 1, a + n + 2];
      if (irregular > 0 && random() < 0.5) triangles.push([a, c, b], [b, c, d]);
      else triangles.push([a, d, b], [a, c, d]);
    }
  return { vertices, triangles };
}

/** Equilateral triangles with sides of a metre, `rows` rows of so many. */
export function equilateral(columns: number, rows: number): Sheet {
  const vertices: Vec3[] = [];
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++)
      vertices.push([column + (row % 2) / 2, (row * Math.sqrt(3)) / 2, 0]);
  const triangles: Vec3[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const a = row * (columns + 1) + column;
      const [b, c, d] = [a + 1, a + columns + 1, a + columns + 2];
      if (row % 2 === 0) triangles.push([a, b, c], [b, d, c]);
      else triangles.push([a, d, c], [a, b, d]);
    }
  return { vertices, triangles };
}
