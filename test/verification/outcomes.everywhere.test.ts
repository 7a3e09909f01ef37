/** What contact must bring about, on every backend: with every method that runs there, few particles and few steps. */
import { type Backend, METHODS, reference } from 'selvedge';
import { afterAll, describe, expect, test } from 'vitest';
import { runsOn } from '../../engine/support.ts';
import { FAST_BACKENDS } from '../conformance/backends.ts';
import { methodWith } from '../method-with.ts';
import { atWall, floating, G, impact, necklace, onIncline, shot } from './outcomes.ts';

const HERE = [
  { name: 'reference', open: async () => reference() },
  ...FAST_BACKENDS.filter(({ name }) => name !== 'wasm, 1 thread'),
] as const;

describe.each(HERE)('$name', ({ name, open }) => {
  let backend: Backend | undefined;
  afterAll(() => backend?.dispose());
  const kind = name === 'reference' || name === 'webgpu' ? name : 'wasm';

  test.each(METHODS.filter((method) => runsOn(method, kind)))('$id', async ({ id, isRigid }) => {
    backend ??= await open();
    const setup = { backend, method: { id }, particleContact: 'all' } as const;

    const held = await onIncline(setup, { degrees: 25, friction: 0.5, steps: 8 });
    expect(Math.max(-held.least, held.most)).toBeLessThan(1e-6);
    const slid = await onIncline(setup, { degrees: 30, friction: 0.2, steps: 8 });
    const a = G * (0.5 - 0.2 * Math.sqrt(0.75));
    expect(slid.speed / slid.seconds / a).toBeCloseTo(1, 2);
    expect([held.touching, slid.touching]).toEqual([1, 1]);

    const wall = await atWall(setup, 1 / 60);
    expect(wall.impact).toBeGreaterThan(0.98);
    expect(wall.touching).toBe(1);
    expect(Math.abs(wall.deepest)).toBeLessThan(0.1);

    const flown = await shot(setup, {
      timestep: 1 / 60,
      substeps: 1,
      mass: 0.004,
      particles: 10,
      seconds: 0.03,
    });
    expect(flown.impact).toBeGreaterThan(0.99);
    expect(flown.touching).toBeGreaterThan(3);
    expect(flown).toMatchObject({ through: 0, missed: 0 });
    expect(flown.speed).toBeLessThan(0.8);

    const method = methodWith(id, { outer: 8, inner: 20 });
    const met = await impact({ backend, method }, isRigid ? necklace() : floating(40), 8);
    expect(met.lost).toBeLessThan(1e-5);
    expect(met.speed).toBeLessThan(0.95);
  });
});
