// What the generated docs are made from: see generated.js.

export { infoLists } from '../../cli/info.ts';
export * as engine from '../../engine/index.ts';
export { sceneJsonSchema } from '../../scene/json-schema.ts';
