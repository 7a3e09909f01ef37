/** The accurate mode of `pd-multigrid` on every backend: it stops at the requested accuracy, and the rest of the loop does nothing. */
import { type Backend, cloth, createWorld, reference, rope, type World } from 'selvedge';
import { describe, expect, test } from 'vitest';
import { FAST_BACKENDS } from '../conformance/backends.ts';
import { energyG, gradientOfG, predicted, springsOf, stateOf } from '../verification/mathematics.ts';

const here: readonly { name: string; open(): Promise<Backend> }[] = [
  { name: 'reference', open: async () => reference() },
  ...FAST_BACKENDS,
];

const h = 1 / 60;
const motion = { h, gravity: [0, -9.81, 0] as const, damping: 0.5 };

/** Pulled out by a tenth, so that there is something to do. */
const bodies = () => [
  cloth({ particles: [18, 15], stretch: 1.1, stiffness: 2000, pins: ['top-left', 'top-right'] }),
  rope({ particles: 7, pins: ['start'] }),
];

const norm = (v: ArrayLike<number>) => Math.sqrt(Array.from(v).reduce((sum, a) => sum + a * a, 0));

/**
 * What storing positions as float32 makes of |∇g|: every coordinate is off by u |x| at most, the force at its particle by
 * Σ s times as much and by what its neighbours are off, √3 of that over three coordinates.
 */
function stored({ model }: World, x: Float64Array): number {
  const farthest = x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const stiffness = new Float64Array(model.particles);
  for (const { i, j, k } of springsOf(model)) for (const p of [i, j]) stiffness[p] += k;
  return 2 ** -24 * farthest * 2 * Math.sqrt(3) * norm(stiffness);
}

describe.each(here)('$name', ({ name, open }) => {
  test('the gradient reported is the one there is; what follows the end changes nothing', async () => {
    const backend = await open();
    const world = await createWorld({
      bodies: bodies(),
      timestep: h,
      method: { id: 'pd-multigrid' },
      backend,
    });
    const start = await world.snapshot();
    const y = predicted(world.model, await stateOf(world), motion);
    const first = norm(gradientOfG(world.model, y, y, h));
    const solve = async (outer: number, accuracy: number) => {
      world.restore(start);
      world.configure({ method: { id: 'pd-multigrid', outer, accuracy } });
      world.step();
      const { method } = await world.statistics();
      return { method, hash: await world.hash(), positions: (await stateOf(world)).positions };
    };
    const off = name === 'reference' ? 1e-9 : stored(world, y) / first;
    let g = energyG(world.model, y, y, h);
    for (const accuracy of [0.3, 0.03, 0.003]) {
      const { method, hash, positions } = await solve(60, accuracy);
      const { iterations } = method;
      expect(method.outcome).toBe(1);
      expect(iterations).toBeLessThan(60);
      expect(method.gradient).toBeLessThanOrEqual(accuracy);
      const outside = norm(gradientOfG(world.model, positions, y, h)) / first;
      expect(Math.abs(outside - method.gradient)).toBeLessThan(off);
      const now = energyG(world.model, positions, y, h);
      expect(now).toBeLessThan(g);
      g = now;
      expect((await solve(iterations, accuracy)).hash).toBe(hash);
      if (iterations === 1) continue;
      const { method: before } = await solve(iterations - 1, accuracy);
      expect(before).toMatchObject({ outcome: 0, iterations: iterations - 1 });
      expect(before.gradient).toBeGreaterThan(accuracy);
    }
    world.configure({ method: { id: 'pd-multigrid' } });
    expect((await world.statistics()).method).toEqual({});
    world.dispose();
    backend.dispose();
  });

  test('1/30 s, five times too large, in one point: nothing leaves the numbers', async () => {
    const backend = await open();
    for (const factor of [5, 0]) {
      const world = await createWorld({
        bodies: bodies(),
        timestep: 1 / 30,
        method: { id: 'pd-multigrid', outer: 6, accuracy: 1e-3 },
        backend,
      });
      const { positions } = await stateOf(world);
      world.write({
        positions: positions.map((q, n) => (world.isPinned(Math.floor(n / 3)) ? q : factor * q)),
      });
      world.step(30);
      const { faults, method } = await world.statistics();
      expect(faults).toBe(0);
      for (const value of Object.values(method)) expect(Number.isFinite(value)).toBe(true);
      const after = await stateOf(world);
      expect(after.positions.reduce((most, q) => Math.max(most, Math.abs(q)), 0)).toBeLessThan(20);
      world.dispose();
    }
    backend.dispose();
  });
});
