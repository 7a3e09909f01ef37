/** Selvedge: real-time cloth and soft bodies. The whole public API of the engine. */

export type { AbortingSignal } from './abort.ts';

export {
  type Attached,
  type Attachment,
  checkAttachment,
  SNAPS,
  type Snap,
} from './attachments/attachment.ts';
export {
  BACKEND_NAMES,
  type Backend,
  type BackendName,
  BackendUnavailable,
} from './backends/backend.ts';
export { type ReferenceOptions, reference } from './backends/reference.ts';
export type { ModuleSource } from './backends/wasm/module-source.ts';
export type { WorkerLike } from './backends/wasm/worker-like.ts';
export { type WasmOptions, wasm } from './backends/wasm.ts';
export { type WebGpuOptions, webgpu } from './backends/webgpu.ts';
export type { Balance } from './balance/report.ts';
export type { Line as BalanceLine } from './balance/rows.ts';
export type { StorageReport } from './blocks/storage.ts';
export { type BallsOptions, balls } from './body/balls.ts';
export type { Body, Placement, SpringStiffness, Touching, Vec3 } from './body/body.ts';
export {
  CLOTH_PLACES,
  type ClothOptions,
  type ClothPin,
  type ClothPlace,
  cloth,
  clothPins,
} from './body/cloth.ts';
export { checkColouring, OddCycleError } from './body/colouring.ts';
export { BODY_DEFAULTS } from './body/defaults.ts';
export { type MagazineOptions, magazine } from './body/magazine.ts';
export { type NetworkOptions, network } from './body/network.ts';
export { type QuadMeshOptions, quadMesh } from './body/quad-mesh.ts';
export { ROPE_PLACES, type RopeOptions, rope } from './body/rope.ts';
export { SOLID_SHAPES, type SolidShape } from './body/shapes.ts';
export type { MembraneStiffness } from './body/sheet.ts';
export {
  SOLID_PLACES,
  type SolidOptions,
  type SolidPin,
  type SolidPlace,
  solid,
  solidParticles,
  solidPins,
} from './body/solid.ts';
export { splittable } from './body/splittable.ts';
export type { Splittable, Tearable } from './body/strength.ts';
export {
  type EdgeSprings,
  type TrianglePin,
  type TrianglesBody,
  type TrianglesOptions,
  triangles,
} from './body/triangles.ts';
export type { Collider, ColliderPlace, ColliderShape, PlacedCollider } from './contact/collider.ts';
export type { ColliderState } from './contact/colliders.ts';
export type { ContactOptions } from './contact/contact.ts';
export { CONTACT_DEFAULTS, type ContactMaterial, type ContactPair } from './contact/materials.ts';
export { PARTICLE_CONTACTS, type ParticleContact } from './contact/meetings.ts';
export type { ColliderKeyframe, ColliderMotion } from './contact/motion.ts';
export type { ColliderPath } from './contact/path.ts';
export type { Pose, Quaternion } from './contact/pose.ts';
export type { ContactReport } from './contact/report.ts';
export { FUNNEL_THICKNESS } from './contact/shapes/funnel.ts';
export { checkShape, SHAPE_NAMES } from './contact/shapes/index.ts';
export { createWorld } from './create-world.ts';
export { allowedNumber, type Bounds, InputError, notAllowed, showValue } from './errors.ts';
export type { Drag } from './interaction/drags.ts';
export { GRAB_KINDS, Grab, type GrabKind, type GrabOptions } from './interaction/grab.ts';
export type { InteractionOptions, InteractionState, Shot } from './interaction/interaction.ts';
export type { Pick, PickOptions } from './interaction/pick.ts';
export type { Ray } from './interaction/ray.ts';
export { LIMITS } from './limits.ts';
export type { MemoryReport } from './memory.ts';
export {
  completeMethod,
  DEFAULT_METHOD,
  findMethod,
  METHODS,
  type MethodId,
  type MethodName,
  type MethodOptions,
  type MethodSettings,
  methodNamed,
  PARAMETERS,
  type ParameterValues,
  valuesOf,
  whyNoBudget,
  whyNotParameter,
} from './methods/index.ts';
export type { Method } from './methods/method.ts';
export {
  type ChoiceParameter,
  isChoice,
  type NumberParameter,
  type Parameter,
} from './methods/parameters.ts';
export { type BodyRange, countsOf, type Model } from './model.ts';
export { demandFields, type FieldsOf, nearest, unknownField } from './options.ts';
export type { ReadTargets } from './particles.ts';
export { PHASES, type Phase } from './program.ts';
export { DEFAULTS, NUMBERS, type NumberSettings, numbersFrom, type Settings } from './settings.ts';
export type { Snapshot } from './state.ts';
export type { Statistics } from './statistics/statistics.ts';
export { type BackendChoice, supportMatrix } from './support.ts';
export { NO_TRIANGLE, type Topology, topologyOf } from './surface/topology.ts';
export {
  GUST_ENVELOPES,
  type Gust,
  type GustEnvelope,
  WIND_DEFAULTS,
  WIND_LIMITS,
  type WindOptions,
} from './wind/wind.ts';
export { World } from './world.ts';
export type { StepOptions, WorldOptions } from './world-options.ts';
