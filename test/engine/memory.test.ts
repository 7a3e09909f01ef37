/** What a world holds, and where that goes. */
import { type Backend, cloth, type MemoryReport, type WorldOptions, wasm } from 'selvedge';
import { describe, expect, it } from 'vitest';
import type { MemoryPlan } from '../../engine/program.ts';
import { open } from './worlds.ts';

const SIDE = 100;
const sheet = () =>
  cloth({ particles: [SIDE, SIDE], stiffness: { structural: 1000, shear: 0, bend: 0 }, pins: ['top'] });

const stepped = async (options: Omit<WorldOptions, 'bodies'> = {}) => {
  const world = await open({ bodies: [sheet()], backend: wasm({ threads: 1 }), ...options });
  world.step();
  await world.idle();
  return world;
};

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((all, bytes) => all + bytes, 0);

it('says the same bytes by role, by part and by domain, and no more than are held', async () => {
  for (const backend of ['reference', wasm({ threads: 1 }), wasm({ threads: 2 })] as const) {
    const { bytes, allocated, roles, parts, domains } = (await stepped({ backend })).memory();
    for (const counts of [roles, parts, domains]) expect(sum(counts)).toBe(bytes);
    expect(allocated).toBeGreaterThanOrEqual(bytes);
  }
});

it('has the buffers that are asked for, and from then on', async () => {
  const world = await stepped();
  const parts = () => world.memory().parts;
  expect([parts().surface, parts().interaction, parts().dampen]).toEqual([undefined, undefined, undefined]);
  await world.read({ normals: new Float32Array(3 * SIDE ** 2) });
  // A normal, and corners of six triangles.
  expect(parts().surface / SIDE ** 2).toBeGreaterThanOrEqual(16 + 6 * 8);
  world.grab(5000, [0, 0, 0.1], { kind: 'spring' }).release();
  expect(parts().interaction).toBeGreaterThan(0);
  world.configure({ stiffnessDamping: 0.01 });
  world.step();
  expect(parts().dampen).toBe(8 * world.model.springs);
});

describe('at 10,000 particles a world takes', () => {
  const each = ({ allocated }: MemoryReport) => allocated / SIDE ** 2;

  it.each([
    { title: 'sweeps', method: { id: 'pd-rbgs' }, most: 500 },
    { title: 'cycles', method: { id: 'pd-multigrid' }, most: 610 },
    { title: 'position based dynamics', method: { id: 'pbd-jacobi' }, most: 200 },
  ])('$most bytes a particle at most, with $title', async ({ method, most }) => {
    const report = (await stepped({ method })).memory();
    expect(each(report), JSON.stringify(report)).toBeLessThanOrEqual(most);
  });

  it('950 where it may meet itself', async () => {
    const report = (await stepped({ method: { id: 'pd-rbgs' }, particleContact: 'all' })).memory();
    expect(each(report), JSON.stringify(report)).toBeLessThanOrEqual(950);
  });
});

/** Two sheets, one a little above the other, that press on each other all over. */
const pressed = () =>
  [0, 0.004].map((height) =>
    cloth({
      ...{ name: `at ${height}`, particles: [30, 30], size: [0.29, 0.29], stiffness: 1000, radius: 0.005 },
      ...{ rotation: [-90, 0, 0], position: [0, height, 0] },
    }),
  );

describe('contacts take memory as there are contacts', () => {
  it.each([1, 2])('with the same bits as where all of it is there, on %i threads', async (threads) => {
    const options = { bodies: pressed(), method: { id: 'pd-rbgs' }, particleContact: 'all' } as const;
    const world = await open({ ...options, backend: wasm({ threads }) });
    const before = world.memory().allocated;
    world.step(3);
    await world.idle();
    const { allocated } = world.memory();
    expect(allocated).toBeGreaterThan(before);
    // What comes later moves them on; what was in their place is no longer there.
    world.grab(5, [0, 0, 0.1], { kind: 'spring' }).release();
    const normals = new Float32Array(3 * world.model.particles);
    await world.read({ normals });
    for (let id = 0; id < world.model.particles; id++)
      expect(Math.hypot(...normals.subarray(3 * id, 3 * id + 3))).toBeCloseTo(1, 3);
    world.step(3);
    const expected = await open({ ...options, backend: backed(wasm({ threads })) });
    expected.step(6);
    expect(await world.hash()).toBe(await expected.hash());
  });
});

/** The backend with nothing open-ended and nothing over another buffer. */
function backed(backend: Backend): Backend {
  const whole = (memory: MemoryPlan): MemoryPlan =>
    Object.fromEntries(
      Object.entries(memory).map(([name, { isOpenEnded: _, over: __, ...plan }]) => [name, plan]),
    );
  return { ...backend, open: (memory) => backend.open(whole(memory)) };
}
