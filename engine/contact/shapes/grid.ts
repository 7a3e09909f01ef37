import type { Vec3 } from '../../body/body.ts';
import { InputError, number, vector } from '../../errors.ts';
import type { RealArray } from '../../kernel.ts';
import { LIMITS } from '../../limits.ts';
import { boxField } from './edged.ts';
import wgsl from './grid.wgsl?raw';
import roundWgsl from './round.wgsl?raw';
import { LENGTHS, type Shape } from './shape.ts';

/** Whatever a signed distance on a grid describes, within the grid's box about the origin. */
export interface GridShape {
  readonly shape: 'grid';
  /** Of the grid's box, metres along x, y, z. */
  readonly size: Vec3;
  /** Cells along x, y, z. */
  readonly cells: Vec3;
  /**
   * Metres to the surface, negative inside; at the corners of the cells, x running fastest, then y: one more each way than
   * there are cells. Linear in between, along each axis. Values that grow faster than distances do are scaled down.
   */
  readonly distances: ArrayLike<number>;
}

const DISTANCE = { min: -1e9, max: 1e9, unit: 'm' } as const;

/**
 * Dimensions are half the size, and the inverse of the greatest slope if that is above 1: so scaled, values are a lower
 * bound of the distance outside. Data are the cells and the values. Outside of the grid's box, with the value w at its nearest
 * point, o away, nothing is nearer than √(o² + w²), as the box is convex.
 */
export const grid: Shape<GridShape> = {
  fields: { size: true, cells: true, distances: true },
  convex: false,
  wgsl: [roundWgsl, wgsl],
  numbers(path, { size, cells, distances }) {
    const half = vector(`${path}.size`, size, 3, LENGTHS).map((length) => length / 2);
    const [nx, ny, nz] = vector(`${path}.cells`, cells, 3, LIMITS.gridCells);
    const count = (nx + 1) * (ny + 1) * (nz + 1);
    const { max } = LIMITS.gridCorners;
    if (count > max) throw new InputError(`${path}.cells`, cells, `at most ${max} corners in all`);
    if (distances?.length !== count) {
      const allowed = `${count} numbers: ${nx + 1} × ${ny + 1} × ${nz + 1}`;
      throw new InputError(`${path}.distances`, distances, allowed);
    }
    const data = new Float64Array(4 + 4 * Math.ceil(count / 4));
    data.set([nx, ny, nz]);
    for (let k = 0; k < count; k++) data[4 + k] = number(`${path}.distances[${k}]`, distances[k], DISTANCE);
    const slope = greatestSlope(data, [nx, ny, nz], half);
    return { dimensions: [...half, 1 / Math.max(1, slope)], extent: Math.hypot(...half), data };
  },
  field([x, y, z], { dimensions: [a, b, c, scale], data, at }, reach) {
    const [bx, by, bz, outside] = boxField(x, y, z, a, b, c);
    if (outside > reach) return [bx, by, bz, outside];
    const clamp = (value: number, half: number) => Math.max(-half, Math.min(half, value));
    const near: Vec3 = [clamp(x, a), clamp(y, b), clamp(z, c)];
    const [value, gx, gy, gz] = sampled(data, at, near, [a, b, c]);
    const steep = Math.hypot(gx, gy, gz);
    const [nx, ny, nz] = steep > 0 ? [gx / steep, gy / steep, gz / steep] : [bx, by, bz];
    const distance = scale * value;
    if (outside <= 0) return distance > outside ? [nx, ny, nz, distance] : [bx, by, bz, outside];
    if (distance <= 0) return [bx, by, bz, outside];
    const length = Math.hypot(outside, distance);
    const [out, inward] = [outside / length, distance / length];
    const [ox, oy, oz] = [out * bx + inward * nx, out * by + inward * ny, out * bz + inward * nz];
    const unit = Math.hypot(ox, oy, oz);
    return unit > 0 ? [ox / unit, oy / unit, oz / unit, length] : [bx, by, bz, length];
  },
};

/** The value at a point of the box, and its gradient. */
function sampled(
  data: RealArray,
  at: number,
  p: Vec3,
  half: readonly number[],
): [value: number, gx: number, gy: number, gz: number] {
  const cells = [data[4 * at], data[4 * at + 1], data[4 * at + 2]];
  const scaled = p.map((value, k) => ((value + half[k]) / (2 * half[k])) * cells[k]);
  const [i, j, k] = scaled.map((value, axis) => Math.min(cells[axis] - 1, Math.floor(value)));
  const [u, v, w] = [scaled[0] - i, scaled[1] - j, scaled[2] - k];
  const [row, layer] = [cells[0] + 1, (cells[0] + 1) * (cells[1] + 1)];
  const first = 4 * at + 4 + i + row * j + layer * k;
  // Along x at four edges: the values, and how they grow.
  const edge = (offset: number) => data[first + offset + 1] - data[first + offset];
  const value = (offset: number) => data[first + offset] + u * edge(offset);
  const mix = (a: number, b: number, t: number) => a + t * (b - a);
  const [near, far] = [mix(value(0), value(row), v), mix(value(layer), value(layer + row), v)];
  const grows = mix(mix(edge(0), edge(row), v), mix(edge(layer), edge(layer + row), v), w);
  const rises = mix(value(row) - value(0), value(layer + row) - value(layer), w);
  return [
    mix(near, far, w),
    (grows * cells[0]) / (2 * half[0]),
    (rises * cells[1]) / (2 * half[1]),
    ((far - near) * cells[2]) / (2 * half[2]),
  ];
}

/**
 * |∇| is convex along each axis of a cell, hence greatest at a corner of one. Cells wholly inside do not count: no way leads
 * through them, and in the middle of things distances have kinks.
 */
function greatestSlope(data: RealArray, [nx, ny, nz]: Vec3, half: readonly number[]): number {
  const [row, layer] = [nx + 1, (nx + 1) * (ny + 1)];
  const [perX, perY, perZ] = [nx / (2 * half[0]), ny / (2 * half[1]), nz / (2 * half[2])];
  let most = 0;
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        const first = 4 + i + row * j + layer * k;
        const isInside = [0, 1, row, row + 1].every(
          (at) => data[first + at] < 0 && data[first + layer + at] < 0,
        );
        if (isInside) continue;
        for (let corner = 0; corner < 8; corner++) {
          const [x, y, z] = [corner & 1, row * ((corner >> 1) & 1), layer * (corner >> 2)];
          const gx = (data[first + 1 + y + z] - data[first + y + z]) * perX;
          const gy = (data[first + x + row + z] - data[first + x + z]) * perY;
          const gz = (data[first + x + y + layer] - data[first + x + y]) * perZ;
          most = Math.max(most, gx * gx + gy * gy + gz * gz);
        }
      }
  return Math.sqrt(most);
}
