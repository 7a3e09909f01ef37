/** Scenes as JSON, `selvedge/scene`: read them, check them, run them. The format is described in docs/scene-format.md. */
import { createWorld, type World, type WorldOptions } from '../engine/index.ts';
import { buildScene } from './build.ts';
import { type ParsedScene, type ParseOptions, parseScene, validateScene } from './parse.ts';

export { type BuiltScene, buildScene, type SceneSettings } from './build.ts';
export { type Problem, SceneError } from './errors.ts';
export { applyAssignments } from './assignments.ts';
export { type ParsedScene, type ParseOptions, parseScene, validateScene } from './parse.ts';
export type { Scene, SceneBody, SceneInput } from './types.ts';

export interface SceneWorldOptions extends ParseOptions {
  readonly backend?: WorldOptions['backend'];
}

/**
 * A world from a scene: JSON text, a parsed value or the `scene` of `parseScene`. What the scene's reader warns about is in
 * `world.warnings`.
 */
export async function createSceneWorld(scene: unknown, options: SceneWorldOptions = {}): Promise<World> {
  const parsed: ParsedScene =
    typeof scene === 'string' ? parseScene(scene, options) : validateScene(scene, options);
  const { bodies, settings } = buildScene(parsed.scene);
  const world = await createWorld({ bodies, ...settings, backend: options.backend });
  world.warnings.unshift(...parsed.warnings);
  return world;
}
