/** Convex shapes with edges: a box, and polygons turned about y or drawn along z. */
import type { Vec3 } from '../../body/body.ts';
import { number, vector } from '../../errors.ts';
import wgsl from './edged.wgsl?raw';
import roundWgsl from './round.wgsl?raw';
import { awayFrom, type Field, LENGTHS, lengthOf, revolved, type Shape, sign } from './shape.ts';

export interface BoxShape {
  readonly shape: 'box';
  /** Metres along x, y, z. */
  readonly size: Vec3;
}

export interface CylinderShape {
  readonly shape: 'cylinder';
  /** Metres. */
  readonly radius: number;
  /** Metres. */
  readonly height: number;
}

/** A cone with its point up, or a frustum. */
export interface ConeShape {
  readonly shape: 'cone';
  /** At the bottom, metres. */
  readonly radius: number;
  /** Metres; the middle of it is at the origin. */
  readonly height: number;
  /** Radius at the top, metres. Default 0: a point. */
  readonly top?: number;
}

/** A triangular prism along z, on its base, with an edge up. */
export interface WedgeShape {
  readonly shape: 'wedge';
  /** Metres along x, y, z; the middle of its box is at the origin. */
  readonly size: Vec3;
  /** Where the upper edge is: -1 above the left end of the base, 0 above its middle, 1 above its right end. Default 0. */
  readonly ridge?: number;
  /** Whether its upper edge cuts the springs that it goes through, or that go through it. Default false. */
  readonly cuts?: boolean;
}

export const box: Shape<BoxShape> = {
  fields: { size: true },
  convex: true,
  wgsl: [roundWgsl, wgsl],
  numbers(path, { size }) {
    const half = halves(path, size);
    return { dimensions: half, extent: Math.hypot(...half) };
  },
  field: (p, { dimensions: [a, b, c] }) => boxField(...p, a, b, c),
};

export const cylinder: Shape<CylinderShape> = {
  fields: { radius: true, height: true },
  convex: true,
  wgsl: [roundWgsl, wgsl],
  numbers: (path, { radius, height }) => ({
    dimensions: [lengthOf(path, 'radius', radius), lengthOf(path, 'height', height) / 2],
    extent: Math.hypot(radius, height / 2),
  }),
  field: (p, { dimensions: [radius, half] }) =>
    revolved(p, (across, y) => boxField(across, y, 0, radius, half, 1e30)),
};

export const cone: Shape<ConeShape> = {
  fields: { radius: true, height: true, top: true },
  convex: true,
  wgsl: [roundWgsl, wgsl],
  numbers: (path, { radius, height, top = 0 }) => ({
    dimensions: [
      lengthOf(path, 'radius', radius),
      lengthOf(path, 'height', height) / 2,
      number(`${path}.top`, top, { min: 0, max: LENGTHS.max, unit: LENGTHS.unit }),
    ],
    extent: Math.hypot(Math.max(radius, top), height / 2),
  }),
  field: (p, { dimensions: [r, half, top] }) =>
    revolved(p, (across, y) => polygonField(across, y, [-r, -half, r, -half, top, half, -top, half])),
};

export const wedge: Shape<WedgeShape> = {
  fields: { size: true, ridge: true, cuts: true },
  convex: true,
  wgsl: [roundWgsl, wgsl],
  numbers(path, { size, ridge = 0 }) {
    const half = halves(path, size);
    const edge = half[0] * number(`${path}.ridge`, ridge, { min: -1, max: 1 });
    return { dimensions: [...half, edge], extent: Math.hypot(...half) };
  },
  field: ([x, y, z], { dimensions: [a, b, c, ridge] }) =>
    drawn(polygonField(x, y, [-a, -b, a, -b, ridge, b, -a, -b]), z, c),
};

const halves = (path: string, size: Vec3): number[] =>
  vector(`${path}.size`, size, 3, LENGTHS).map((length) => length / 2);

/** Half extents a, b, c. Inside, the nearest face is the way out. */
export function boxField(x: number, y: number, z: number, a: number, b: number, c: number): Field {
  const [qx, qy, qz] = [Math.abs(x) - a, Math.abs(y) - b, Math.abs(z) - c];
  const deepest = Math.max(qx, qy, qz);
  if (deepest > 0) {
    const [ox, oy, oz] = [Math.max(qx, 0), Math.max(qy, 0), Math.max(qz, 0)];
    const length = Math.hypot(ox, oy, oz);
    return [(sign(x) * ox) / length, (sign(y) * oy) / length, (sign(z) * oz) / length, length];
  }
  if (qx === deepest) return [sign(x), 0, 0, deepest];
  if (qy === deepest) return [0, sign(y), 0, deepest];
  return [0, 0, sign(z), deepest];
}

/** A field of the plane z = 0, drawn along z to both sides by `half`. */
function drawn([nx, ny, , flat]: Field, z: number, half: number): Field {
  const along = Math.abs(z) - half;
  if (flat <= 0 && along <= 0) return flat > along ? [nx, ny, 0, flat] : [0, 0, sign(z), along];
  const [out, over] = [Math.max(flat, 0), Math.max(along, 0)];
  const length = Math.hypot(out, over);
  return [(nx * out) / length, (ny * out) / length, (sign(z) * over) / length, length];
}

/** A convex polygon by three of its edges, from corner to corner, anticlockwise; the others must be further away. */
function polygonField(x: number, y: number, [ax, ay, bx, by, cx, cy, dx, dy]: readonly number[]): Field {
  return outermost(
    outermost(edgeField(x - ax, y - ay, bx - ax, by - ay), edgeField(x - bx, y - by, cx - bx, cy - by)),
    edgeField(x - cx, y - cy, dx - cx, dy - cy),
  );
}

/** The distance from the edge (ex, ey) if the point is on its outer side, else from its line. */
function edgeField(x: number, y: number, ex: number, ey: number): Field {
  const length = Math.hypot(ex, ey);
  if (length === 0) return [0, 1, 0, -1e30];
  const [nx, ny] = [ey / length, -ex / length];
  const distance = x * nx + y * ny;
  const t = (x * ex + y * ey) / (length * length);
  if (distance <= 0 || (t > 0 && t < 1)) return [nx, ny, 0, distance];
  return t > 0 ? awayFrom(x - ex, y - ey, 0, 0) : awayFrom(x, y, 0, 0);
}

/** Outside, the nearest edge counts; inside, the line that is least far inside. */
function outermost(a: Field, b: Field): Field {
  const isOutside = a[3] > 0 && b[3] > 0;
  return isOutside === a[3] < b[3] ? a : b;
}
