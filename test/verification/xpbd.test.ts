/** [MMC16] against closed forms: static stretch, implicit Euler along a line, momentum. */
import { type Backend, cloth, createWorld, network, rope, wasm } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { CPU_BACKENDS } from '../engine/worlds.ts';
import { momentumOf, randomNumbers, stateOf } from './mathematics.ts';

const g = 9.81;

describe.each(CPU_BACKENDS)('on $name', ({ name, make }) => {
  const digits = name === 'reference' ? 10 : 5;

  // At rest λ/h² = m g, and C = α̃ λ = m g/k: neither the time step nor the number of iterations is in it.
  it.each([
    { h: 1 / 60, outer: 1 },
    { h: 1 / 60, outer: 20 },
    { h: 1 / 960, outer: 3 },
  ])('a weight on a spring hangs m g/k below its rest length, h = $h, $outer × 10', async ({ h, outer }) => {
    const [k, m, L] = [200, 0.5, 1];
    const world = await createWorld({
      bodies: [network({ vertices: [[0, 0, 0], [0, -L, 0]], springs: [[0, 1]], stiffness: k, masses: [1, m], pins: [0] })], // biome-ignore format: a row
      method: { id: 'xpbd', outer },
      timestep: h,
      damping: 20,
      backend: make(),
    });
    world.step(Math.round(6 / h));
    const { positions } = await stateOf(world);
    expect(positions[4]).toBeCloseTo(-L - (m * g) / k, digits);
    world.dispose();
  });
});

/*
 * Along a line n does not change, all Δλ add up, and what the iterations end at is the step of implicit Euler itself. A Jacobi iteration
 * leaves at most 1 - α̃/(α̃ + 4 w) of the error: with k h²/m = 50 · 0.1/(0.1 · …) below, 400 leave less than rounding.
 */
it('comes to the step of implicit Euler as iterations grow', async () => {
  const chain = () =>
    network({
      vertices: Array.from({ length: 6 }, (_, i) => [0, -0.1 * i, 0] as const),
      springs: Array.from({ length: 5 }, (_, i) => [i, i + 1] as const),
      stiffness: 500,
      mass: 0.6,
      pins: [0],
    });
  const after = async (method: { id: string; outer?: number; inner?: number; tolerance?: number }) => {
    const world = await createWorld({ bodies: [chain()], method, timestep: 1 / 60, backend: 'reference' });
    world.step(10);
    const { positions } = await stateOf(world);
    world.dispose();
    return positions;
  };
  const exact = await after({ id: 'newton', tolerance: 1e-13 });
  const off = [];
  for (const outer of [1, 4, 16, 64, 256]) {
    const found = await after({ id: 'xpbd', outer, inner: 4 });
    off.push(Math.max(...found.map((value, k) => Math.abs(value - exact[k]))));
  }
  for (let k = 1; k < off.length; k++) expect(off[k]).toBeLessThan(Math.max(0.7 * off[k - 1], 1e-12));
  expect(off[0]).toBeGreaterThan(1e-3);
  expect(off.at(-1)).toBeLessThan(1e-12);
});

it('keeps the momentum of an uneven cloth after a single iteration', async () => {
  const world = await createWorld({
    bodies: [cloth({ particles: [6, 4], mass: 0.3, stiffness: { structural: 3000, shear: 50, bend: 7 } })],
    method: { id: 'xpbd', outer: 1, inner: 1 },
    timestep: 1 / 60,
    gravity: [0, 0, 0],
    damping: 0,
    backend: 'reference',
  });
  const random = randomNumbers(3);
  const { positions } = await stateOf(world);
  world.write({
    positions: positions.map((value) => value + 0.1 * (random() - 0.5)),
    velocities: positions.map(() => random()),
  });
  const before = momentumOf(world.model, (await stateOf(world)).velocities);
  world.step(20);
  const after = momentumOf(world.model, (await stateOf(world)).velocities);
  expect(Math.hypot(...before)).toBeGreaterThan(0.01);
  after.forEach((value, c) => {
    expect(value).toBeCloseTo(before[c], 12);
  });
});

it('never stretches less with fewer iterations, and does not depend on threads', async () => {
  const hanging = async (outer: number, backend: Backend) => {
    const bodies = [
      rope({ particles: 20, length: 1, mass: 0.2, stiffness: 2000, rotation: [0, 0, -90], pins: ['start'] }),
    ];
    const world = await createWorld({
      bodies,
      method: { id: 'xpbd', outer, inner: 5 },
      timestep: 1 / 120,
      damping: 10,
      backend,
    });
    world.step(360);
    const { positions } = await stateOf(world);
    const hash = await world.hash();
    world.dispose();
    return { end: positions[3 * 19 + 1], hash };
  };
  const few = await hanging(1, wasm({ threads: 1 }));
  const many = await hanging(40, wasm({ threads: 1 }));
  expect(few.end).toBeLessThan(many.end - 1e-3);
  expect((await hanging(1, wasm({ threads: 2 }))).hash).toBe(few.hash);
});
