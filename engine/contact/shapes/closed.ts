/** A closed triangle mesh, checked, with the normals that decide which side is inside. */
import type { Vec3 } from '../../body/body.ts';
import { InputError, vector } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import { cross, dot, minus } from '../../vector.ts';

export interface ClosedMesh {
  readonly vertices: readonly Vec3[];
  readonly triangles: readonly (readonly [number, number, number])[];
  /**
   * Seven a triangle abc, of unit length: of its face, of its edges ab, bc, ca (the mean of both faces) and of its corners
   * (the mean of their faces, by angle). The sign of the distance is that of the nearest feature's normal.
   */
  readonly normals: readonly (readonly Vec3[])[];
}

const PLACE = { min: -1e9, max: 1e9, unit: 'm' } as const;

/** Vertices at one place are one; triangles that lose a corner by that are left out. */
export function closedMesh(path: string, vertices: unknown, triangles: unknown): ClosedMesh {
  if (!Array.isArray(vertices) || vertices.length < 4)
    throw new InputError(`${path}.vertices`, vertices, 'a list of at least four points');
  const { min, max } = LIMITS.meshTriangles;
  if (!Array.isArray(triangles) || triangles.length < min || triangles.length > max) {
    const allowed = `a list of ${min} to ${max} triples of vertices`;
    throw new InputError(`${path}.triangles`, triangles, allowed);
  }
  const places = vertices.map((vertex, k): Vec3 => {
    const [x, y, z] = vector(`${path}.vertices[${k}]`, vertex, 3, PLACE);
    return [x, y, z];
  });
  const firstAt = new Map<string, number>();
  const same = places.map((place, k) => {
    const key = place.join(' ');
    if (!firstAt.has(key)) firstAt.set(key, k);
    return firstAt.get(key)!;
  });
  const bounds = { min: 0, max: places.length - 1, integer: true };
  const kept: [number, number, number][] = [];
  triangles.forEach((triangle, t) => {
    const [a, b, c] = vector(`${path}.triangles[${t}]`, triangle, 3, bounds).map((k) => same[k]);
    if (a === b || b === c || c === a) return;
    const area = cross(minus(places[b], places[a]), minus(places[c], places[a]));
    if (!(dot(area, area) > 0))
      throw new InputError(`${path}.triangles[${t}]`, triangle, 'three corners that are not on one line');
    kept.push([a, b, c]);
  });
  const across = acrossEdges(path, kept);
  const volume = kept.reduce((sum, [a, b, c]) => sum + dot(places[a], cross(places[b], places[c])), 0);
  if (!(volume > 0))
    throw new InputError(`${path}.triangles`, triangles, 'corners anticlockwise, seen from outside');
  return { vertices: places, triangles: kept, normals: normalsOf(places, kept, across) };
}

const keyOf = (from: number, to: number) => `${from} ${to}`;

/** By directed edge: the triangle that has it. Every edge must be there in both directions. */
function acrossEdges(path: string, triangles: ClosedMesh['triangles']): Map<string, number> {
  const owner = new Map<string, number>();
  const open = (from: number, to: number, count: string) =>
    new InputError(
      `${path}.triangles`,
      `edge ${from}-${to}, of ${count}`,
      'a closed mesh, two triangles an edge',
    );
  triangles.forEach((triangle, t) => {
    for (let k = 0; k < 3; k++) {
      const [from, to] = [triangle[k], triangle[(k + 1) % 3]];
      if (owner.has(keyOf(from, to))) throw open(from, to, 'several in one direction');
      owner.set(keyOf(from, to), t);
    }
  });
  for (const triangle of triangles)
    for (let k = 0; k < 3; k++) {
      const [from, to] = [triangle[k], triangle[(k + 1) % 3]];
      if (!owner.has(keyOf(to, from))) throw open(from, to, 'one triangle');
    }
  return owner;
}

function normalsOf(
  vertices: readonly Vec3[],
  triangles: ClosedMesh['triangles'],
  owner: ReadonlyMap<string, number>,
): Vec3[][] {
  const faces = triangles.map(([a, b, c]) =>
    unit(cross(minus(vertices[b], vertices[a]), minus(vertices[c], vertices[a]))),
  );
  const corners = vertices.map((): [number, number, number] => [0, 0, 0]);
  triangles.forEach((triangle, t) => {
    for (let k = 0; k < 3; k++) {
      const [at, next, last] = [0, 1, 2].map((step) => vertices[triangle[(k + step) % 3]]);
      const [u, v] = [unit(minus(next, at)), unit(minus(last, at))];
      const angle = Math.atan2(Math.hypot(...cross(u, v)), dot(u, v));
      for (let c = 0; c < 3; c++) corners[triangle[k]][c] += angle * faces[t][c];
    }
  });
  return triangles.map((triangle, t) => {
    const edges = [0, 1, 2].map((k) => {
      const [x, y, z] = faces[owner.get(keyOf(triangle[(k + 1) % 3], triangle[k]))!];
      return unit([x + faces[t][0], y + faces[t][1], z + faces[t][2]]);
    });
    return [faces[t], ...edges, ...triangle.map((vertex) => unit(corners[vertex]))];
  });
}

/** Of length 1; two faces back to back have no mean, and any normal will do. */
function unit(v: Vec3): Vec3 {
  const length = Math.hypot(...v);
  return length > 0 ? [v[0] / length, v[1] / length, v[2] / length] : [0, 1, 0];
}
