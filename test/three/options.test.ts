/** Options by names that do not exist are refused, also where no compiler does it. */
import { balls, cloth, createWorld } from 'selvedge';
import { BallMesh, ClothMesh, ColliderMeshes, SpringLines, WorldView } from 'selvedge/three';
import { expect, it } from 'vitest';

it.each([
  ['WorldView', WorldView, { matrial: () => undefined }, 'Did you mean "material"?'],
  ['WorldView', WorldView, { colour: 'red' }, 'Known here: renderer, material, colliderMaterial'],
  ['ClothMesh', ClothMesh, { bodi: 0 }, 'Did you mean "body"?'],
  ['SpringLines', SpringLines, { render: {} }, 'Did you mean "renderer"?'],
  ['BallMesh', BallMesh, { surfaces: {} }, 'Did you mean "surface"?'],
  ['ColliderMeshes', ColliderMeshes, { extend: 3 }, 'Did you mean "extent"?'],
] as const)('%s', async (name, make, options, words) => {
  const bodies = [cloth({ particles: [3, 3] }), balls({ centres: [[0, 1, 0]], radius: 0.1 })];
  const world = await createWorld({ bodies, backend: 'reference' });
  const [field] = Object.keys(options);
  expect(() => new make(world, options as never)).toThrow(`${name}.${field}: unknown field.`);
  expect(() => new make(world, options as never)).toThrow(words);
  expect(() => new make(world, 3 as never)).toThrow(`${name}: 3 is not allowed; an object with`);
  world.dispose();
});
