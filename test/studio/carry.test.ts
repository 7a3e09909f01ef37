// A running state that goes on in a world of other constants, more bodies, or finer cloth.
import { createWorld, magazine, type Snapshot, type World } from 'selvedge';
import { buildScene, validateScene } from 'selvedge/scene';
import { expect, it } from 'vitest';
import { type Carrier, carried } from '../../studio/carry.ts';

interface Cloth {
  readonly particles?: readonly [number, number];
  readonly mass?: number;
  readonly stiffness?: number;
}

async function running({ particles = [9, 7], mass = 0.2, stiffness = 500 }: Cloth, hasBalls = false) {
  const { scene } = validateScene({
    version: 1,
    bodies: [
      {
        ...{ type: 'cloth', particles, mass, stiffness: { structural: stiffness, shear: 0, bend: 0 } },
        ...{ pins: ['top-left'], strength: 2 },
      },
      { type: 'rope', position: [3, 0, 0] },
    ],
    timestep: 0.004,
  });
  const { bodies, settings } = buildScene(scene);
  const balls = hasBalls ? [magazine({ radius: 0.05, mass: 0.01 })] : [];
  const world = await createWorld({ bodies: [...bodies, ...balls], ...settings, backend: 'reference' });
  const grids = scene.bodies.map((body) => (body.type === 'cloth' ? body.particles : undefined));
  const carrier: Carrier = { model: world.model, bodies: world.bodies, grids };
  return { world, carrier, fresh: await world.snapshot() };
}

const after = async (world: World): Promise<Snapshot> => {
  world.unpin(0);
  world.pin(8);
  world.tear(3);
  world.step(40);
  return world.snapshot();
};

it('keeps positions, pins and tears, and takes the new masses and stiffnesses', async () => {
  const old = await running({});
  const state = await after(old.world);
  const next = await running({ mass: 0.8, stiffness: 90 });
  next.world.restore(carried(state, old.carrier, next.fresh, next.carrier));
  const [before, now] = [await old.world.read(), await next.world.read()];
  expect([...now.positions]).toEqual([...before.positions]);
  expect([...now.velocities]).toEqual([...before.velocities]);
  expect([next.world.isPinned(0), next.world.isPinned(8)]).toEqual([false, true]);
  expect([...(await next.world.readTorn())].flatMap((torn, k) => (torn ? [k] : []))).toEqual([3]);
  expect(next.world.time).toBe(old.world.time);
  // Weaker springs under a heavier cloth give more.
  for (const { world } of [old, next]) world.step(100);
  const [stiff, soft] = await Promise.all([old, next].map(({ world }) => world.statistics()));
  expect(soft.strain.mean).toBeGreaterThan(3 * stiff.strain.mean);
  // Four times the mass of the cloth; the rope has what it had.
  const { buffers } = await next.world.snapshot();
  const mass = (id: number) => buffers.masses[4 * next.world.model.slotOf[id]];
  expect(mass(20)).toBeCloseTo(0.8 / 63, 6);
  for (const { world } of [old, next]) world.dispose();
});

it('keeps all of it where bodies come behind', async () => {
  const old = await running({});
  const state = await after(old.world);
  const next = await running({}, true);
  next.world.restore(carried(state, old.carrier, next.fresh, next.carrier));
  const [before, now] = [await old.world.read(), await next.world.read()];
  expect([...now.positions.subarray(0, before.positions.length)]).toEqual([...before.positions]);
  expect(next.world.magazine.balls).toBeGreaterThan(0);
  expect([next.world.isPinned(0), next.world.isPinned(8)]).toEqual([false, true]);
  for (const { world } of [old, next]) world.step(50);
  const moved = (await next.world.read()).positions.subarray(0, before.positions.length);
  const { positions } = await old.world.read();
  moved.forEach((value, k) => {
    expect(value).toBeCloseTo(positions[k], 5);
  });
  for (const { world } of [old, next]) world.dispose();
});

it('puts a finer cloth where the coarse one was', async () => {
  const old = await running({});
  old.world.step(60);
  const next = await running({ particles: [17, 13] });
  next.world.restore(carried(await old.world.snapshot(), old.carrier, next.fresh, next.carrier));
  const [{ positions: coarse }, { positions: fine }] = [await old.world.read(), await next.world.read()];
  const at = (all: Float32Array, id: number) => [...all.subarray(3 * id, 3 * id + 3)];
  for (let row = 0; row < 7; row++)
    for (let column = 0; column < 9; column++)
      at(fine, 2 * row * 17 + 2 * column).forEach((value, c) => {
        expect(value).toBeCloseTo(at(coarse, row * 9 + column)[c], 5);
      });
  // Between them in the middle.
  const middle = at(coarse, 30).map((value, c) => (value + at(coarse, 31)[c]) / 2);
  at(fine, 6 * 17 + 7).forEach((value, c) => {
    expect(value).toBeCloseTo(middle[c], 5);
  });
  // The rope is as it was.
  expect([...fine.subarray(3 * 17 * 13)]).toEqual([...coarse.subarray(3 * 63)]);
  for (const { world } of [old, next]) world.dispose();
});
