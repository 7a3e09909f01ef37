/** A collider from a closed mesh of three.js. */
import { Euler, MathUtils, type Mesh, type Object3D, Quaternion, Vector3 } from 'three';
import { placesOf } from '../../engine/body/triangle-mesh.ts';
import {
  type Collider,
  checkShape,
  demandFields,
  type FieldsOf,
  InputError,
  type Vec3,
} from '../../engine/index.ts';
import { gather, type MeshSource, nameFrom, worldOf } from './parts.ts';

/** Options of `colliderFrom`. */
export interface ColliderFromOptions {
  /** Default: the name of the mesh. */
  readonly name?: string;
  /** As of any collider. */
  readonly material?: string;
  /** As of any collider. */
  readonly motion?: Collider['motion'];
  /** Vertices within this distance are one, metres. Default: a millionth of the mesh's size. */
  readonly weld?: number;
  /** The object whose frame is that of the world. Default: the scene's frame. */
  readonly space?: Object3D;
}

const FIELDS: FieldsOf<ColliderFromOptions> = {
  name: true,
  material: true,
  motion: true,
  weld: true,
  space: true,
};

/** Colliders whose mesh is in the scene already. */
const drawn = new WeakSet<Collider>();

/** Whether a collider was made from a mesh that is drawn already. */
export const isDrawnByMesh = (collider: Collider): boolean => drawn.has(collider);

/**
 * Takes a closed mesh in its place in the scene as a collider with the same position and rotation; scale and shear are applied to the
 * collider's vertices. So `world.moveCollider(name, …)` takes the position and rotation of the mesh. A `WorldView` does not draw it
 * again.
 */
export function colliderFrom(source: MeshSource, options: ColliderFromOptions = {}): Collider {
  const name = options.name ?? nameFrom(source, 'mesh');
  demandFields(name, options, FIELDS);
  const { space, weld, material, motion } = options;
  const { parts, vertices: places, triangles } = gather(name, source, space);
  const [position, turn, scale] = [new Vector3(), new Quaternion(), new Vector3()];
  const root = isObject(source) ? (source as Mesh) : parts[0].mesh;
  worldOf(name, root, space).decompose(position, turn, scale);
  const same = placesOf(places, weld ?? 1e-6 * sizeOf(places));
  const { kept, numberOf } = numbered(same);
  const at = (vertex: number) => new Vector3().fromArray(places, 3 * vertex);
  const corners = triples(triangles, (vertex) => numberOf[same[vertex]]);
  demandClosed(name, corners, (k) => at(kept[k]));
  const back = turn.clone().invert();
  const { x, y, z } = new Euler().setFromQuaternion(turn, 'ZYX');
  const collider: Collider = {
    shape: 'mesh',
    name,
    vertices: kept.map((vertex) => at(vertex).sub(position).applyQuaternion(back).toArray()),
    triangles: corners,
    position: position.toArray(),
    rotation: [x, y, z].map(MathUtils.radToDeg) as unknown as Vec3,
    ...(material !== undefined && { material }),
    ...(motion !== undefined && { motion }),
  };
  checkShape(name, collider);
  drawn.add(collider);
  return collider;
}

const isObject = (source: MeshSource): source is Object3D =>
  (source as Partial<Object3D>).isObject3D === true;

/** The longest side of the bounding box. */
function sizeOf(places: Float64Array): number {
  const [low, high] = [new Vector3().setScalar(Infinity), new Vector3().setScalar(-Infinity)];
  const at = new Vector3();
  for (let k = 0; k < places.length; k += 3) {
    at.fromArray(places, k);
    low.min(at);
    high.max(at);
  }
  return Math.max(...high.sub(low).toArray());
}

/** The vertices that are the first at their position, and for each vertex its index among them. */
function numbered(same: Uint32Array): { kept: number[]; numberOf: Uint32Array } {
  const kept: number[] = [];
  const numberOf = new Uint32Array(same.length);
  same.forEach((first, vertex) => {
    if (first === vertex) numberOf[vertex] = kept.push(vertex) - 1;
  });
  return { kept, numberOf };
}

type Triple = [number, number, number];

/** Removes triangles that welding has made degenerate. */
function triples(triangles: Uint32Array, numberOf: (vertex: number) => number): Triple[] {
  const all: Triple[] = [];
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = triangles.subarray(k, k + 3);
    const triple: Triple = [numberOf(a), numberOf(b), numberOf(c)];
    if (new Set(triple).size === 3) all.push(triple);
  }
  return all;
}

/** Checks that every edge exists once in each direction. The error gives the position of the first that does not, and their number. */
function demandClosed(path: string, triangles: readonly Triple[], at: (vertex: number) => Vector3): void {
  const count = new Map<string, number>();
  const edges = triangles.flatMap(([a, b, c]): [number, number][] => [
    [a, b],
    [b, c],
    [c, a],
  ]);
  for (const [from, to] of edges) count.set(`${from} ${to}`, (count.get(`${from} ${to}`) ?? 0) + 1);
  const open = edges.filter(([from, to]) => count.get(`${to} ${from}`) !== count.get(`${from} ${to}`));
  const crowded = edges.filter(([from, to]) => count.get(`${from} ${to}`)! > 1);
  const [first] = [...open, ...crowded];
  if (!first) return;
  const [from, to] = first.map(
    (vertex) =>
      `[${at(vertex)
        .toArray()
        .map((value) => Number(value.toPrecision(4)))
        .join(', ')}]`,
  );
  const what =
    open.length > 0
      ? `an open mesh, with ${open.length} edges of one triangle`
      : 'a mesh with edges of more than two triangles';
  throw new InputError(
    path,
    undefined,
    '',
    `${what}: the first is from ${from} to ${to} m. A collider is a closed mesh: every edge is one of two triangles that turn the same way round`,
  );
}
