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
export type SceneBody = Scene['bodies'][number];
export type SceneMaterial = Scene['materials'][string];
export type SceneCollider = Scene['colliders'][number];
export type SceneAttachment = Scene['attachments'][number];
export type ScenePair = Scene['pairs'][number];
