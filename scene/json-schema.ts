/** The scene format as a JSON Schema, for editors. A test keeps scenes/scene.schema.json, which is published, equal to it. */
import * as z from 'zod/mini';
import { sceneSchema } from './schema.ts';

/** Draft 7, which most editors support. It describes the input: fields with a default may be left out. */
export function sceneJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(sceneSchema, { target: 'draft-7', io: 'input', unrepresentable: 'any' });
  return {
    ...schema,
    title: 'Selvedge scene, version 1',
    description: 'Cloth and soft bodies to simulate. SI units.',
  };
}
