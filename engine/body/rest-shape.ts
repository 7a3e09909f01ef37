/** Rest shapes of triangles: flat, with the warp along the first axis. */
import { InputError } from '../errors.ts';
import type { Vec3 } from './body.ts';

/** By triangle [u₁ v₁ u₂ v₂]: corners 1 and 2 seen from corner 0, metres along warp and weft. */
export type RestShapes = Float64Array;

/** How a triangle's warp is found. */
export interface Grain {
  /** Radians from the direction in which u grows; used where there are uvs. */
  readonly angle: number;
  /** A direction in space; each triangle takes what of it is in its plane. */
  readonly direction?: Vec3;
}

type Corner = (triangle: number, corner: 0 | 1 | 2) => ArrayLike<number>;

/** Of two numbers or three each. */
const minus = (a: ArrayLike<number>, b: ArrayLike<number>): number[] =>
  a.length === 2 ? [a[0] - b[0], a[1] - b[1]] : [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const scaled = (a: readonly number[], by: number): number[] => [by * a[0], by * a[1], by * a[2]];
const cross = (a: readonly number[], b: readonly number[]) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** As they lie in space; `uvs` where the mesh has some. */
export function shapesInSpace(
  count: number,
  place: Corner,
  uv: Corner | undefined,
  grain: Grain,
): RestShapes {
  const shapes = new Float64Array(4 * count);
  for (let t = 0; t < count; t++) {
    const [d1, d2] = [minus(place(t, 1), place(t, 0)), minus(place(t, 2), place(t, 0))];
    const normal = cross(d1, d2);
    const unit = scaled(normal, 1 / Math.hypot(...normal));
    const along =
      grain.direction === undefined && uv
        ? (uDirection(d1, d2, minus(uv(t, 1), uv(t, 0)), minus(uv(t, 2), uv(t, 0))) ?? inPlane(UP, unit))
        : inPlane(grain.direction ?? UP, unit);
    const across = cross(unit, along);
    const [cosine, sine] = [Math.cos(grain.angle), Math.sin(grain.angle)];
    const warp = along.map((value, c) => cosine * value + sine * across[c]);
    const weft = cross(unit, warp);
    shapes.set([dot(d1, warp), dot(d1, weft), dot(d2, warp), dot(d2, weft)], 4 * t);
  }
  return shapes;
}

const UP: Vec3 = [0, 1, 0];
const SIDEWAYS: Vec3 = [1, 0, 0];

/** What of a direction is in the plane with this normal, of length 1; where it is nearly along the normal, of x or z. */
function inPlane(direction: Vec3, unit: readonly number[]): number[] {
  for (const axis of [direction, SIDEWAYS, [0, 0, 1]]) {
    const along = scaled(axis, 1 / Math.hypot(...axis));
    const part = minus(along, scaled(unit, dot(along, unit)));
    const length = Math.hypot(...part);
    if (length > 0.1) return scaled(part, 1 / length);
  }
  throw new Error('a normal along three axes');
}

/** Where u grows, of length 1; undefined where the triangle has no area in the uvs. */
function uDirection(
  d1: readonly number[],
  d2: readonly number[],
  [u1, v1]: readonly number[],
  [u2, v2]: readonly number[],
): number[] | undefined {
  const area = u1 * v2 - u2 * v1;
  if (Math.abs(area) <= 1e-12 * (u1 * u1 + v1 * v1 + u2 * u2 + v2 * v2)) return undefined;
  const along = d1.map((value, c) => (v2 * value - v1 * d2[c]) / area);
  return scaled(along, 1 / Math.hypot(...along));
}

/** As they lie in the panel, `metres` to a unit of u and v. */
export function shapesInPanel(
  path: string,
  given: Uint32Array,
  uv: Corner,
  metres: number,
  { angle }: Grain,
): RestShapes {
  const shapes = new Float64Array(4 * given.length);
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  given.forEach((name, t) => {
    const sides = [minus(uv(t, 1), uv(t, 0)), minus(uv(t, 2), uv(t, 0))];
    const [[u1, v1], [u2, v2]] = sides;
    const size = u1 * u1 + v1 * v1 + u2 * u2 + v2 * v2;
    if (!(Math.abs(u1 * v2 - u2 * v1) > 1e-9 * size))
      throw new InputError(`${path}.uvs`, `triangle ${name}`, 'an area in the panel for every triangle');
    sides.forEach(([u, v], corner) => {
      shapes[4 * t + 2 * corner] = metres * (cosine * u + sine * v);
      shapes[4 * t + 2 * corner + 1] = metres * (cosine * v - sine * u);
    });
  });
  return shapes;
}

export const areaOf = (shapes: RestShapes, t: number): number =>
  Math.abs(shapes[4 * t] * shapes[4 * t + 3] - shapes[4 * t + 2] * shapes[4 * t + 1]) / 2;

/** Metres between two corners of a triangle. */
export const sideOf = (shapes: RestShapes, t: number, from: number, to: number): number =>
  Math.hypot(uOf(shapes, t, from) - uOf(shapes, t, to), vOf(shapes, t, from) - vOf(shapes, t, to));

/** The cotangent of the angle at a corner. */
export function cotangentAt(shapes: RestShapes, t: number, corner: number): number {
  const [next, last] = [(corner + 1) % 3, (corner + 2) % 3];
  const [u, v] = [uOf(shapes, t, corner), vOf(shapes, t, corner)];
  const [au, av] = [uOf(shapes, t, next) - u, vOf(shapes, t, next) - v];
  const [bu, bv] = [uOf(shapes, t, last) - u, vOf(shapes, t, last) - v];
  return (au * bu + av * bv) / (2 * areaOf(shapes, t));
}

const uOf = (shapes: RestShapes, t: number, corner: number): number =>
  corner === 0 ? 0 : shapes[4 * t + 2 * corner - 2];
const vOf = (shapes: RestShapes, t: number, corner: number): number =>
  corner === 0 ? 0 : shapes[4 * t + 2 * corner - 1];
