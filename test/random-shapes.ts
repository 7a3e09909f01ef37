/** Every shape of a collider, some in several forms, about a metre large. */
import type { ColliderShape, Vec3 } from 'selvedge';

/** The tetrahedron that the axes' first metres span. */
export const CORNER: Extract<ColliderShape, { shape: 'mesh' }> = {
  shape: 'mesh',
  vertices: [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  triangles: [
    [0, 2, 1],
    [0, 1, 3],
    [0, 3, 2],
    [1, 2, 3],
  ],
};

/** A ball with a dent, of so many triangles round: a closed mesh that is not convex. */
export function dentedBall(round: number, radius: number): Extract<ColliderShape, { shape: 'mesh' }> {
  const rings = round / 2;
  const vertices: Vec3[] = [[0, radius, 0]];
  for (let ring = 1; ring < rings; ring++)
    for (let k = 0; k < round; k++) {
      const [u, v] = [(Math.PI * ring) / rings, (2 * Math.PI * k) / round];
      const r = radius * (1 - 0.5 * Math.exp(-4 * ((u - 1) ** 2 + (v - Math.PI) ** 2)));
      vertices.push([r * Math.sin(u) * Math.cos(v), r * Math.cos(u), r * Math.sin(u) * Math.sin(v)]);
    }
  vertices.push([0, -radius, 0]);
  const last = vertices.length - 1;
  const at = (ring: number, k: number) => 1 + (ring - 1) * round + (k % round);
  const triangles: [number, number, number][] = [];
  for (let k = 0; k < round; k++) {
    triangles.push([0, at(1, k + 1), at(1, k)], [last, at(rings - 1, k), at(rings - 1, k + 1)]);
    for (let ring = 1; ring < rings - 1; ring++) {
      const [a, b, c, d] = [at(ring, k), at(ring, k + 1), at(ring + 1, k + 1), at(ring + 1, k)];
      triangles.push([a, b, c], [a, c, d]);
    }
  }
  return { shape: 'mesh', vertices, triangles };
}

/** A signed distance on a grid about the origin. */
export function sampledGrid(
  size: number,
  cells: number,
  distance: (x: number, y: number, z: number) => number,
): Extract<ColliderShape, { shape: 'grid' }> {
  const distances: number[] = [];
  const place = (k: number) => size * (k / cells - 0.5);
  for (let k = 0; k <= cells; k++)
    for (let j = 0; j <= cells; j++)
      for (let i = 0; i <= cells; i++) distances.push(distance(place(i), place(j), place(k)));
  return { shape: 'grid', size: [size, size, size], cells: [cells, cells, cells], distances };
}

/** Ground of hills over a square. */
export function hills(
  size: number,
  cells: number,
  height: (x: number, z: number) => number,
): Extract<ColliderShape, { shape: 'heightfield' }> {
  const heights: number[] = [];
  const place = (k: number) => size * (k / cells - 0.5);
  for (let j = 0; j <= cells; j++) for (let i = 0; i <= cells; i++) heights.push(height(place(i), place(j)));
  return { shape: 'heightfield', size: [size, size], cells: [cells, cells], heights };
}

export function randomShapes(random: () => number): ColliderShape[] {
  const some = () => 0.5 + 0.5 * random();
  const [a, b, c, d] = [some(), some(), some(), some()];
  return [
    { shape: 'plane' },
    { shape: 'sphere', radius: some() },
    { shape: 'box', size: [2 * some(), 2 * some(), 2 * some()] },
    { shape: 'capsule', radius: some(), length: 2 * some() },
    { shape: 'cylinder', radius: some(), height: 2 * some() },
    { shape: 'cone', radius: some(), height: 2 * some() },
    { shape: 'cone', radius: some(), height: 2 * some(), top: some() },
    { shape: 'wedge', size: [2 * some(), 2 * some(), 2 * some()] },
    { shape: 'wedge', size: [2 * some(), 2 * some(), 2 * some()], ridge: -1 },
    { shape: 'torus', radius: some(), tube: 0.5 * some() },
    { shape: 'funnel', steepness: some(), bottom: -some(), top: 0.5 * some(), thickness: 0.2 * some() },
    { shape: 'funnel', steepness: 0.2 * some(), bottom: -some(), top: 0.1 * some(), thickness: 0.2 * some() },
    hills(3 * some(), 7, (x, z) => 0.3 * Math.sin(3 * a * x + 1) * Math.cos(3 * b * z) + 0.2 * x),
    // An egg-shaped thing, whose values are no distances.
    sampledGrid(2 + some(), 9, (x, y, z) => Math.hypot(x / c, y, z / d) - 0.8),
    dentedBall(16, some()),
  ];
}
