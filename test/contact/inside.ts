/** Whether a point is inside a shape, found without its distance function. */
import type { ColliderShape, Vec3 } from 'selvedge';

type Mesh = Extract<ColliderShape, { shape: 'mesh' }>;
type Grid = Extract<ColliderShape, { shape: 'grid' }>;
type Heightfield = Extract<ColliderShape, { shape: 'heightfield' }>;
type Funnel = Extract<ColliderShape, { shape: 'funnel' }>;

export function isInside(shape: ColliderShape, [x, y, z]: Vec3): boolean {
  const across = Math.hypot(x, z);
  switch (shape.shape) {
    case 'plane':
      return y < 0;
    case 'sphere':
      return Math.hypot(x, y, z) < shape.radius;
    case 'box':
      return [x, y, z].every((value, k) => Math.abs(value) < shape.size[k] / 2);
    case 'capsule':
      return Math.hypot(across, Math.max(0, Math.abs(y) - shape.length / 2)) < shape.radius;
    case 'cylinder':
      return across < shape.radius && Math.abs(y) < shape.height / 2;
    case 'cone': {
      const up = y / shape.height + 0.5;
      return up > 0 && up < 1 && across < shape.radius * (1 - up) + (shape.top ?? 0) * up;
    }
    case 'wedge': {
      const [a, b, c] = shape.size.map((length) => length / 2);
      const up = y / (2 * b) + 0.5;
      const ridge = a * (shape.ridge ?? 0);
      const isBetween = x > -a + (ridge + a) * up && x < a + (ridge - a) * up;
      return up > 0 && up < 1 && Math.abs(z) < c && isBetween;
    }
    case 'torus':
      return Math.hypot(across - shape.radius, y) < shape.tube;
    case 'funnel':
      return fromWall(shape, across, y) < (shape.thickness ?? 0.1) / 2;
    case 'heightfield': {
      const isOver = Math.abs(x) < shape.size[0] / 2 && Math.abs(z) < shape.size[1] / 2;
      return isOver && y < groundAt(shape, x, z);
    }
    case 'grid':
      return (
        [x, y, z].every((value, k) => Math.abs(value) < shape.size[k] / 2) && valueAt(shape, [x, y, z]) < 0
      );
    case 'mesh':
      return windingNumber(shape, [x, y, z]) > 0.5;
  }
}

/** By looking at many heights, then between the neighbours of the best. */
export function fromWall({ steepness, bottom, top }: Funnel, across: number, y: number): number {
  const distance = (s: number) => Math.hypot(Math.exp(s / steepness) - across, s - y);
  const height = (k: number) => bottom + ((top - bottom) * k) / 400;
  let best = 0;
  for (let k = 1; k <= 400; k++) if (distance(height(k)) < distance(height(best))) best = k;
  let [low, high] = [height(Math.max(0, best - 1)), height(Math.min(400, best + 1))];
  for (let k = 0; k < 60; k++) {
    const third = (high - low) / 3;
    if (distance(low + third) < distance(high - third)) high -= third;
    else low += third;
  }
  return distance((low + high) / 2);
}

/** Linear on the triangles of a cell. */
function groundAt({ size, cells, heights }: Heightfield, x: number, z: number): number {
  const [u, v] = [(x / size[0] + 0.5) * cells[0], (z / size[1] + 0.5) * cells[1]];
  const [i, j] = [Math.min(cells[0] - 1, Math.floor(u)), Math.min(cells[1] - 1, Math.floor(v))];
  const at = (di: number, dj: number) => heights[(j + dj) * (cells[0] + 1) + i + di];
  const [s, t] = [u - i, v - j];
  if (s > t) return (1 - s) * at(0, 0) + (s - t) * at(1, 0) + t * at(1, 1);
  return (1 - t) * at(0, 0) + (t - s) * at(0, 1) + s * at(1, 1);
}

/** The sum over the eight corners of a cell. */
function valueAt({ size, cells, distances }: Grid, p: Vec3): number {
  const scaled = p.map((value, k) => (value / size[k] + 0.5) * cells[k]);
  const first = scaled.map((value, k) => Math.max(0, Math.min(cells[k] - 1, Math.floor(value))));
  let sum = 0;
  for (let corner = 0; corner < 8; corner++) {
    const at = first.map((k, axis) => k + ((corner >> axis) & 1));
    const share = at.reduce((product, k, axis) => product * (1 - Math.abs(scaled[axis] - k)), 1);
    sum += share * distances[at[0] + (cells[0] + 1) * (at[1] + (cells[1] + 1) * at[2])];
  }
  return sum;
}

/** The solid angle under which the mesh is seen, over 4π: 1 inside, 0 outside. */
export function windingNumber({ vertices, triangles }: Mesh, p: Vec3): number {
  let angle = 0;
  for (const triangle of triangles) {
    const [a, b, c] = triangle.map((k) => vertices[k].map((value, axis) => value - p[axis]));
    const [la, lb, lc] = [Math.hypot(...a), Math.hypot(...b), Math.hypot(...c)];
    const dot = (u: number[], v: number[]) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    const volume =
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
    angle += 2 * Math.atan2(volume, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return angle / (4 * Math.PI);
}
