/**
 * The types of a scene, inferred from the schema. They are taken from what functions return because the compiler then
 * writes them out in full: the published declarations don't mention zod, which a user need not have.
 */
import { inputOf } from './fields.ts';
import { sceneSchema } from './schema.ts';

const filledIn = (value: unknown) => sceneSchema.parse(value);
const asWritten = () => inputOf(sceneSchema);

/** A scene with every default filled in. */
export type Scene = ReturnType<typeof filledIn>;
/** A scene as one writes it, where defaults may be left out. */
export type SceneInput = ReturnType<typeof asWritten>;
/** A body of a scene, with defaults. */
export type SceneBody = Scene['bodies'][number];
/** A material of a scene, with defaults. */
export type SceneMaterial = Scene['materials'][string];
/** A collider of a scene, with defaults. */
export type SceneCollider = Scene['colliders'][number];
/** An attachment of a scene. */
export type SceneAttachment = Scene['attachments'][number];
/** Friction and restitution of a pair of materials. */
export type ScenePair = Scene['pairs'][number];
