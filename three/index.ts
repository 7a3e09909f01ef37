/** three.js binding of Selvedge, `selvedge/three`: draw a world, pick and drag its particles. */
export { BallMesh, type BallMeshOptions } from './balls.ts';
export { ColliderMeshes, type ColliderMeshesOptions } from './colliders.ts';
export { Dragger, type DraggerEvents, type DraggerOptions } from './dragger.ts';
export { ClothMesh, type ObjectOptions, SpringLines } from './objects.ts';
export { Pacer } from './pacer.ts';
export { type Pick, type PickOptions, pickParticle } from './pick.ts';
export { RailLines } from './rails.ts';
export { Surface } from './surface.ts';
export { type BodyKind, WorldView, type WorldViewOptions } from './view.ts';
