/** Options by names that do not exist are refused, also where no compiler does it. */
import { balls, cloth, createWorld } from 'selvedge';
import { BallMesh, ClothMaterial, ClothMesh, ColliderMeshes, SpringLines, WorldView } from 'selvedge/three';
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

it.each([
  [['slik'], 'fabric: "slik" is not allowed; one of silk, cotton'],
  [['silk', { colour: 'red' }], 'ClothMaterial.colour: unknown field. Did you mean "color"?'],
  [['silk', { size: [1, 0] }], 'size[1]: 0 is not allowed; '],
  [['silk', { size: 2 }], 'size: 2 is not allowed; width and height'],
  [['silk', { thread: Number.NaN }], 'thread: NaN is not allowed; '],
  [['silk', { translucency: 1.5 }], 'translucency: 1.5 is not allowed; '],
  [['silk', { rim: -1 }], 'rim: -1 is not allowed; '],
] as const)('ClothMaterial refuses %j', (given, words) => {
  expect(() => new ClothMaterial(...(given as unknown as [])).dispose()).toThrow(words);
});
