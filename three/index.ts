/** three.js binding of Selvedge, `selvedge/three`: draw a world, and work on it with the pointer. */
export { BallMesh, type BallMeshOptions } from './balls.ts';
export { ColliderMeshes, type ColliderMeshesOptions } from './colliders.ts';
export { ClothMaterial, type ClothMaterialOptions } from './fabric/cloth-material.ts';
export { FABRICS, type Fabric } from './fabric/presets.ts';
export { type ClothFromOptions, clothFrom, type MeshCloth } from './meshes/cloth-from.ts';
export { type ColliderFromOptions, colliderFrom } from './meshes/collider-from.ts';
export { MeshView, type MeshViewOptions } from './meshes/mesh-view.ts';
export type { MeshPart, MeshSource } from './meshes/parts.ts';
export { ClothMesh, type ObjectOptions, SpringLines } from './objects.ts';
export { Pacer } from './pacer.ts';
export { Playback } from './playback.ts';
export { RailLines } from './rails.ts';
export { Surface } from './surface.ts';
export {
  PointerTools,
  type PointerToolsEvents,
  type PointerToolsOptions,
  TOOLS,
  type Tool,
} from './tools.ts';
export { type BodyKind, WorldView, type WorldViewOptions } from './view.ts';
