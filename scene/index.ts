/** Scenes as JSON, `selvedge/scene`: read them, check them, run them. The format is described in docs/scene-format.md. */
import { createWorld, demandFields, type FieldsOf, type World, type WorldOptions } from '../engine/index.ts';
import { buildScene } from './build.ts';
import { PARSE_OPTIONS, type ParsedScene, type ParseOptions, parseScene, validateScene } from './parse.ts';

export { applyAssignments } from './assignments.ts';
export { type BuiltScene, buildScene, type SceneSettings } from './build.ts';
export { type Problem, SceneError } from './errors.ts';
export { type ParsedScene, type ParseOptions, parseScene, validateScene } from './parse.ts';
export type { Scene, SceneBody, SceneCollider, SceneInput } from './types.ts';

/** Options of `createSceneWorld`. */
export interface SceneWorldOptions extends ParseOptions {
  /** As in `createWorld`. */
  readonly backend?: WorldOptions['backend'];
}

const OPTIONS: FieldsOf<SceneWorldOptions> = { ...PARSE_OPTIONS, backend: true };

/**
 * A world from a scene: JSON text, a parsed value, or the result of `parseScene` or `validateScene`, which is not checked again
 * unless there are changes to make. The warnings of the scene's reader come first in `world.warnings`.
 */
export async function createSceneWorld(scene: unknown, options: SceneWorldOptions = {}): Promise<World> {
  demandFields('', options, OPTIONS);
  const { backend, ...reading } = options;
  const parsed = read(scene, reading);
  const { bodies, attachments, contact, interaction, settings } = buildScene(parsed.scene);
  const world = await createWorld({
    bodies,
    attachments,
    ...contact,
    ...interaction,
    ...settings,
    backend,
  });
  world.warnings.unshift(...parsed.warnings);
  return world;
}

function read(scene: unknown, options: ParseOptions): ParsedScene {
  if (typeof scene === 'string') return parseScene(scene, options);
  if (!isParsed(scene)) return validateScene(scene, options);
  if (!options.set?.length) return scene;
  const changed = validateScene(scene.scene, options);
  return { scene: changed.scene, warnings: [...scene.warnings, ...changed.warnings] };
}

/** Fields that a scene does not have, but the result of `parseScene` has. */
const isParsed = (value: unknown): value is ParsedScene =>
  typeof value === 'object' && value !== null && 'scene' in value && 'warnings' in value;
