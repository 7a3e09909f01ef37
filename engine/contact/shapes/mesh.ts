import type { Vec3 } from '../../body/body.ts';
import type { RealArray } from '../../kernel.ts';
import { dot } from '../../vector.ts';
import { buildBvh } from './bvh.ts';
import { closedMesh } from './closed.ts';
import wgsl from './mesh.wgsl?raw';
import roundWgsl from './round.wgsl?raw';
import type { Shape } from './shape.ts';
import { fromTriangle } from './triangle.ts';
import triangleWgsl from './triangle.wgsl?raw';

/** The inside of a closed mesh of triangles. */
export interface MeshShape {
  readonly shape: 'mesh';
  /** Metres. */
  readonly vertices: readonly Vec3[];
  /** Three vertices each, anticlockwise seen from outside; every edge is one of two triangles. */
  readonly triangles: readonly (readonly [number, number, number])[];
}

/** vec4s of a triangle: its corners, then its normals. */
const TRIANGLE = 10;

/** The dimension is the number of nodes; data are nodes of two vec4s, as bvh.ts has them, then the triangles. */
export const mesh: Shape<MeshShape> = {
  fields: { vertices: true, triangles: true },
  convex: false,
  wgsl: [roundWgsl, triangleWgsl, wgsl],
  numbers(path, { vertices, triangles }) {
    const closed = closedMesh(path, vertices, triangles);
    const boxes = new Float64Array(6 * closed.triangles.length);
    closed.triangles.forEach((triangle, t) => {
      for (let c = 0; c < 3; c++) {
        const values = triangle.map((vertex) => closed.vertices[vertex][c]);
        boxes[6 * t + c] = Math.min(...values);
        boxes[6 * t + 3 + c] = Math.max(...values);
      }
    });
    const { nodes, order } = buildBvh(boxes);
    const data = new Float64Array(nodes.length + 4 * TRIANGLE * order.length);
    data.set(nodes);
    order.forEach((t, k) => {
      const corners = closed.triangles[t].map((vertex) => closed.vertices[vertex]);
      [...corners, ...closed.normals[t]].forEach((v, n) => {
        data.set(v, nodes.length + 4 * (TRIANGLE * k + n));
      });
    });
    const extent = Math.sqrt(
      closed.vertices.reduce((most, vertex) => Math.max(most, dot(vertex, vertex)), 0),
    );
    return { dimensions: [nodes.length / 8], extent, data };
  },
  field(p, { dimensions: [nodes], data, at }, reach) {
    const outside = Math.sqrt(toBox(data, 4 * at, p));
    if (outside > reach) return [0, 1, 0, outside];
    const { triangle, feature, away } = nearest(data, 4 * at, nodes, p, outside > 0 ? reach : 1e15);
    if (triangle < 0) return [0, 1, 0, 1e15];
    const first = 4 * at + 8 * nodes + 4 * (TRIANGLE * triangle + 3 + feature);
    const normal = three(data, first);
    const side = dot(away, normal) < 0 ? -1 : 1;
    const length = Math.hypot(...away);
    if (length === 0) return [...normal, 0];
    return [(side * away[0]) / length, (side * away[1]) / length, (side * away[2]) / length, side * length];
  },
};

const three = (data: RealArray, k: number): Vec3 => [data[k], data[k + 1], data[k + 2]];

/** The square of the distance from the box of the node there. */
function toBox(data: RealArray, k: number, p: Vec3): number {
  let square = 0;
  for (let c = 0; c < 3; c++) {
    const out = Math.max(data[k + c] - p[c], p[c] - data[k + 4 + c], 0);
    square += out * out;
  }
  return square;
}

interface Found {
  readonly triangle: number;
  readonly feature: number;
  /** From its nearest point to p. */
  readonly away: Vec3;
}

/**
 * The nearest triangle within `reach`, or -1. The traversal descends into the nearer of two children first. The lowest bit of
 * the trail is set once a node's sibling has been visited, the bits above it the same for its ancestors.
 */
function nearest(data: RealArray, start: number, nodes: number, p: Vec3, reach: number): Found {
  const boxOf = (node: number) => toBox(data, start + 8 * node, p);
  let found: Found = { triangle: -1, feature: 0, away: [0, 0, 0] };
  let best = reach * reach;
  let [node, trail] = [0, 0];
  while (true) {
    const [link, count] = [data[start + 8 * node + 3], data[start + 8 * node + 7] % 8];
    if (count === 0) {
      const [left, right] = [boxOf(link), boxOf(link + 1)];
      if (Math.min(left, right) < best) {
        node = left <= right ? link : link + 1;
        trail <<= 1;
        continue;
      }
    }
    for (let t = link; t < link + count; t++) {
      const k = start + 8 * nodes + 4 * TRIANGLE * t;
      const { away, feature } = fromTriangle(p, three(data, k), three(data, k + 4), three(data, k + 8));
      const square = dot(away, away);
      if (square < best) [best, found] = [square, { triangle: t, feature, away }];
    }
    // To a sibling that is near enough, or up.
    while (true) {
      if (node === 0) return found;
      if (trail & 1) {
        node = Math.floor(data[start + 8 * node + 7] / 8);
        trail >>>= 1;
      } else {
        node ^= 1;
        trail |= 1;
        if (boxOf(node) < best) break;
      }
    }
  }
}
