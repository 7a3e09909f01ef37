import { cloth, createWorld } from 'selvedge';
import { ClothMesh, SpringLines, Surface } from 'selvedge/three';
import { expect, it } from 'vitest';

it('renews what is torn in the geometries that are still drawn, and in no other', async () => {
  const world = await createWorld({ bodies: [cloth({ particles: [5, 5] })], backend: 'reference' });
  const surface = new Surface(world);
  const [kept, gone] = [new ClothMesh(world, { surface }), new SpringLines(world, { surface })];
  const index = (object: ClothMesh | SpringLines) => object.geometry.index!;
  world.cut([
    [0.1, -1, -1],
    [0.1, -1, 1],
    [0.1, 1, 1],
    [0.1, 1, -1],
  ]);
  const whole = [...index(kept).array];
  await surface.update();
  expect([...index(kept).array]).not.toEqual(whole);
  expect(index(gone).version).toBe(1);
  gone.dispose();
  await surface.update();
  expect(index(kept).version).toBe(2);
  expect(index(gone).version).toBe(1);
  surface.dispose();
  kept.dispose();
  world.dispose();
});
