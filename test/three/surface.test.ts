import { cloth, createWorld } from 'selvedge';
import { ClothMaterial, ClothMesh, SpringLines, Surface } from 'selvedge/three';
import { type Mesh, Vector3 } from 'three';
import { expect, it, vi } from 'vitest';

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
  const read = vi.spyOn(world, 'readTriangles');
  await surface.update();
  expect(read).not.toHaveBeenCalled();
  expect(index(kept).version).toBe(1);
  gone.dispose();
  world.tear(0);
  await surface.update();
  expect(index(kept).version).toBe(2);
  expect(index(gone).version).toBe(1);
  surface.dispose();
  kept.dispose();
  world.dispose();
});

it.each(['pd-rbgs', 'newton'] as const)(
  'reads triangles back only after steps in which something tore, %s',
  async (id) => {
    const bodies = [cloth({ particles: [5, 5], pins: ['top'], strength: 1.2 })];
    const world = await createWorld({
      bodies,
      method: { id },
      timestep: 1e-3,
      gravity: [0, 0, 0],
      backend: 'wasm',
    });
    const mesh = new ClothMesh(world);
    const read = vi.spyOn(world, 'readTriangles');
    const frame = async () => {
      read.mockClear();
      world.step(8);
      await mesh.update();
      return read.mock.calls.length;
    };
    // Before the first frame nothing is known.
    expect(await frame()).toBe(1);
    expect(await frame()).toBe(0);
    expect(await frame()).toBe(0);
    world.setForce(22, [0, -1e5, 0]);
    expect(await frame()).toBe(1);
    world.setForce(22, [0, 0, 0]);
    for (let k = 0; k < 50; k++) await frame();
    expect(await frame()).toBe(0);
    const { torn } = await world.statistics();
    expect(torn).toBeGreaterThan(0);
    const left = await world.readTriangles();
    expect([...mesh.geometry.index!.array]).toEqual([...left]);
    mesh.dispose();
    world.dispose();
  },
);

it('rounds the border of a cloth, and what a cut opens, outwards', async () => {
  const world = await createWorld({
    bodies: [cloth({ particles: [5, 5] })],
    gravity: [0, 0, 0],
    backend: 'reference',
  });
  const mesh = new ClothMesh(world, { material: new ClothMaterial('wool', { rim: 0.02 }) });
  const rim = mesh.children[0] as Mesh;
  await mesh.update();
  mesh.updateMatrixWorld();
  const drawn = () => rim.geometry.drawRange.count;
  const whole = drawn();
  /** Of the triangles that are drawn: how far they reach, and how far they face from the middle of the cloth's plane. */
  const { position } = rim.geometry.attributes;
  const corners = rim.geometry.index!.array.subarray(0, whole);
  const at = (k: number) => new Vector3().fromBufferAttribute(position, corners[k]);
  for (let k = 0; k < whole; k += 3) {
    const [a, b, c] = [at(k), at(k + 1), at(k + 2)];
    const facing = b.clone().sub(a).cross(c.clone().sub(a));
    if (facing.length() < 1e-9) continue;
    const middle = a.add(b).add(c).divideScalar(3);
    // From the nearest point of the border, half a metre from the middle, outwards.
    const border = middle.clone().setZ(0).clampScalar(-0.5, 0.5);
    expect(middle.distanceTo(border)).toBeLessThan(0.0145);
    expect(facing.normalize().dot(middle.sub(border).normalize())).toBeGreaterThan(0.5);
  }
  world.cut([
    [0.1, -1, -1],
    [0.1, -1, 1],
    [0.1, 1, 1],
    [0.1, 1, -1],
  ]);
  await mesh.update();
  mesh.updateMatrixWorld();
  // Eight edges more on both sides of the gap, less the two pieces of border that are gone.
  expect(drawn() / whole).toBeCloseTo((16 + 8 - 2) / 16, 9);
  mesh.dispose();
  world.dispose();
});
