import type { Vec3 } from '../../body/body.ts';
import { InputError, number, vector } from '../../errors.ts';
import type { RealArray } from '../../kernel.ts';
import { LIMITS } from '../../limits.ts';
import { dot } from '../../vector.ts';
import wgsl from './heightfield.wgsl?raw';
import roundWgsl from './round.wgsl?raw';
import { type Field, LENGTHS, type Shape, sign } from './shape.ts';
import { fromTriangle } from './triangle.ts';
import triangleWgsl from './triangle.wgsl?raw';

/** Ground: everything below a surface over a rectangle about the origin, with upright walls down from its borders. */
export interface HeightfieldShape {
  readonly shape: 'heightfield';
  /** Metres along x and z. */
  readonly size: readonly [x: number, z: number];
  /** Cells along x and z; each is two triangles, parted from its corner with the least x and z on. */
  readonly cells: readonly [x: number, z: number];
  /** Metres; at the corners of the cells, x running fastest: one more along x than there are cells, row by row. */
  readonly heights: ArrayLike<number>;
}

const HEIGHT = { min: -1e9, max: 1e9, unit: 'm' } as const;

/**
 * Dimensions are half the size along x and z, and the cells; data are 1/√(1 + slope²), the steepest taken, and the heights.
 * Exact up to a cell's width from the surface; further away the distance has a lower bound: a cone as steep as the
 * steepest slope, upright over the surface, has no surface within it.
 */
export const heightfield: Shape<HeightfieldShape> = {
  fields: { size: true, cells: true, heights: true },
  convex: false,
  wgsl: [roundWgsl, triangleWgsl, wgsl],
  numbers(path, { size, cells, heights }) {
    const [a, c] = vector(`${path}.size`, size, 2, LENGTHS).map((length) => length / 2);
    const [columns, rows] = vector(`${path}.cells`, cells, 2, LIMITS.heightfieldCells);
    const count = (columns + 1) * (rows + 1);
    if (heights?.length !== count)
      throw new InputError(`${path}.heights`, heights, `${count} numbers: ${columns + 1} × ${rows + 1}`);
    const data = new Float64Array(4 + 4 * Math.ceil(count / 4));
    for (let k = 0; k < count; k++) data[4 + k] = number(`${path}.heights[${k}]`, heights[k], HEIGHT);
    const ground = { a, c, columns, rows, data, first: 4 };
    let steepest = 0;
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        steepest = Math.max(steepest, slopeOf(ground, column, row));
    data[0] = 1 / Math.hypot(1, steepest);
    return { dimensions: [a, c, columns, rows], data };
  },
  field([x, y, z], { dimensions: [a, c, columns, rows], data, at }, reach) {
    const ground = { a, c, columns, rows, data, first: 4 * at + 4 };
    const [nearX, nearZ] = [Math.max(-a, Math.min(a, x)), Math.max(-c, Math.min(c, z))];
    const over = Math.hypot(x - nearX, z - nearZ);
    if (over > reach) return [0, 1, 0, over];
    const [cellX, cellZ] = [(2 * a) / columns, (2 * c) / rows];
    const column = Math.min(columns - 1, Math.floor((nearX + a) / cellX));
    const row = Math.min(rows - 1, Math.floor((nearZ + c) / cellZ));
    const above = y - heightAt(ground, column, row, (nearX + a) / cellX - column, (nearZ + c) / cellZ - row);
    if (above <= 0 && over > 0) return [(x - nearX) / over, 0, (z - nearZ) / over, over];
    const bound = Math.max(over, Math.abs(above) * data[4 * at]);
    if (above > 0 && bound > reach) return [0, 1, 0, bound];
    const top = surfaceField(ground, [x, y, z], column, row, sign(above), bound);
    if (above > 0) return top;
    const [wallX, wallZ] = [Math.abs(x) - a, Math.abs(z) - c];
    if (top[3] >= wallX && top[3] >= wallZ) return top;
    return wallX > wallZ ? [sign(x), 0, 0, wallX] : [0, 0, sign(z), wallZ];
  },
};

interface Ground {
  readonly a: number;
  readonly c: number;
  readonly columns: number;
  readonly rows: number;
  readonly data: RealArray;
  /** Where heights begin in the data. */
  readonly first: number;
}

const heightOf = ({ data, first, columns }: Ground, column: number, row: number): number =>
  data[first + row * (columns + 1) + column];

const cornerOf = (ground: Ground, column: number, row: number): Vec3 => [
  -ground.a + (2 * ground.a * column) / ground.columns,
  heightOf(ground, column, row),
  -ground.c + (2 * ground.c * row) / ground.rows,
];

/** At u, v of a cell, 0 to 1. */
function heightAt(ground: Ground, column: number, row: number, u: number, v: number): number {
  const from = heightOf(ground, column, row);
  const across = heightOf(ground, column + 1, row + 1);
  const beside = u > v ? heightOf(ground, column + 1, row) : heightOf(ground, column, row + 1);
  return u > v
    ? from + u * (beside - from) + v * (across - beside)
    : from + v * (beside - from) + u * (across - beside);
}

/** The steeper of a cell's two triangles. */
function slopeOf(ground: Ground, column: number, row: number): number {
  const [perX, perZ] = [ground.columns / (2 * ground.a), ground.rows / (2 * ground.c)];
  const height = (x: number, z: number) => heightOf(ground, column + x, row + z);
  const first = Math.hypot((height(1, 0) - height(0, 0)) * perX, (height(1, 1) - height(1, 0)) * perZ);
  const second = Math.hypot((height(1, 1) - height(0, 1)) * perX, (height(0, 1) - height(0, 0)) * perZ);
  return Math.max(first, second);
}

/** To the triangles of the cell and of those about it; whatever lies beyond them is a cell away at least. */
function surfaceField(
  ground: Ground,
  p: Vec3,
  column: number,
  row: number,
  side: number,
  bound: number,
): Field {
  const { a, c, columns, rows } = ground;
  const [cellX, cellZ] = [(2 * a) / columns, (2 * c) / rows];
  let [least, found]: [number, Vec3] = [Number.POSITIVE_INFINITY, [0, 0, 0]];
  for (let k = 4; k < 13; k++) {
    const i = column + (k % 3) - 1;
    const j = row + (Math.floor(k / 3) % 3) - 1;
    if (i < 0 || j < 0 || i >= columns || j >= rows) continue;
    const aside = Math.max(0, cellX * i - a - p[0], p[0] + a - cellX * (i + 1));
    const along = Math.max(0, cellZ * j - c - p[2], p[2] + c - cellZ * (j + 1));
    if (aside * aside + along * along >= least) continue;
    const [from, across] = [cornerOf(ground, i, j), cornerOf(ground, i + 1, j + 1)];
    for (const { away } of [
      fromTriangle(p, from, across, cornerOf(ground, i + 1, j)),
      fromTriangle(p, from, cornerOf(ground, i, j + 1), across),
    ]) {
      if (dot(away, away) < least) [least, found] = [dot(away, away), away];
    }
  }
  const length = Math.sqrt(least);
  const distance = side * Math.min(length, Math.max(bound, Math.min(cellX, cellZ)));
  if (length === 0) return [0, 1, 0, 0];
  return [(side * found[0]) / length, (side * found[1]) / length, (side * found[2]) / length, distance];
}
