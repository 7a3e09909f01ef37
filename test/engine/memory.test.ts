/** What a world holds, and where that goes. */
import { cloth, type MemoryReport, type WorldOptions, wasm } from 'selvedge';
import { describe, expect, it } from 'vitest';
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
    { title: 'cycles', method: { id: 'pd-multigrid' }, most: 920 },
    { title: 'position based dynamics', method: { id: 'pbd-jacobi' }, most: 200 },
  ])('$most bytes a particle at most, with $title', async ({ method, most }) => {
    const report = (await stepped({ method })).memory();
    expect(each(report), JSON.stringify(report)).toBeLessThanOrEqual(most);
  });

  // Contacts alone, 16 a particle of three vectors each, are 768.
  it('1,850 where it meets itself', async () => {
    const report = (await stepped({ method: { id: 'pd-rbgs' }, particleContact: 'all' })).memory();
    expect(each(report), JSON.stringify(report)).toBeLessThanOrEqual(1850);
  });
});
