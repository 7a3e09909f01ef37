/** A mesh of three.js as cloth: a body for `createWorld`, and what a view needs to move that mesh. */
import type { Object3D } from 'three';
import { type TrianglesBody, type TrianglesOptions, triangles } from '../../engine/index.ts';
import { gather, type MeshPart, type MeshSource, nameFrom } from './parts.ts';

/** As of `triangles`, whose vertices, triangles and uvs are those of the mesh. */
export interface ClothFromOptions extends Omit<TrianglesOptions, 'vertices' | 'triangles' | 'uvs'> {
  /** The object whose frame is the world's, as a `WorldView` that does not stand at the scene's origin. Default: the scene's. */
  readonly space?: Object3D;
}

/** Cloth that a mesh is drawn as: `new WorldView(world, { meshes: [cloth] })` moves the mesh. */
export interface MeshCloth {
  /** For `createWorld({ bodies: [cloth.body] })`. */
  readonly body: TrianglesBody;
  /** By vertex of the mesh, of several one after the other: its particle in the body; −1 where no triangle has it. */
  readonly particleOf: Int32Array;
  /** The geometries that are moved, and the meshes they belong to. */
  readonly parts: readonly MeshPart[];
}

/**
 * Takes a mesh as it stands in the scene, its world matrix included, as cloth at rest: indexed or not, with groups and several materials,
 * or all meshes below an object, as glTF has one for each material. Vertices at one place, as along the seams of uvs and between
 * materials, are one particle. Nothing of the mesh is changed until a view moves it.
 */
export function clothFrom(source: MeshSource, options: ClothFromOptions = {}): MeshCloth {
  const { space, name = nameFrom(source, 'cloth'), ...rest } = options;
  const { parts, vertices, triangles: corners, uvs } = gather(name, source, space);
  const body = triangles({ ...rest, name, vertices, triangles: corners, uvs });
  return { body, particleOf: body.particleOf, parts };
}
