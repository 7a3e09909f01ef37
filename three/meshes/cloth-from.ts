/** Cloth from a mesh of three.js: a body for `createWorld`, and the data a view needs to move the mesh. */
import type { Object3D } from 'three';
import { type TrianglesBody, type TrianglesOptions, triangles } from '../../engine/index.ts';
import { gather, type MeshPart, type MeshSource, nameFrom } from './parts.ts';

/** The options of `triangles`, except vertices, triangles and uvs, which come from the mesh. */
export interface ClothFromOptions extends Omit<TrianglesOptions, 'vertices' | 'triangles' | 'uvs'> {
  /** The object whose frame is that of the world, such as a `WorldView` away from the scene's origin. Default: the scene's frame. */
  readonly space?: Object3D;
}

/** Cloth drawn as a mesh: `new WorldView(world, { meshes: [cloth] })` moves the mesh. */
export interface MeshCloth {
  /** The body, for `createWorld({ bodies: [cloth.body] })`. */
  readonly body: TrianglesBody;
  /** For each vertex (of several meshes one after the other) its particle in the body; −1 for a vertex of no triangle. */
  readonly particleOf: Int32Array;
  /** The geometries that are moved, and the meshes they belong to. */
  readonly parts: readonly MeshPart[];
}

/**
 * Takes a mesh in its place in the scene, with its world matrix, as cloth at rest. The mesh may be indexed or not, and have groups and
 * several materials; an object stands for all meshes below it, as glTF has one for each material. Vertices at the same position, such as
 * along seams of uvs and between materials, become one particle. The mesh is not changed until a view moves it.
 */
export function clothFrom(source: MeshSource, options: ClothFromOptions = {}): MeshCloth {
  const { space, name = nameFrom(source, 'cloth'), ...rest } = options;
  const { parts, vertices, triangles: corners, uvs } = gather(name, source, space);
  const body = triangles({ ...rest, name, vertices, triangles: corners, uvs });
  return { body, particleOf: body.particleOf, parts };
}
