import { cloth, createWorld, network, rope } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { difference, randomNumbers, springsOf } from './mathematics.ts';

const still = { gravity: [0, 0, 0] as const, damping: 0, backend: 'reference' as const };

describe('energy', () => {
  /* ½ M v² for a body that moves as one. */
  it('kinetic: half the mass times the velocity squared', async () => {
    const world = await createWorld({ bodies: [cloth({ mass: 0.3, velocity: [1, -2, 3] })], ...still });
    const { energy } = await world.statistics();
    expect(energy.kinetic).toBeCloseTo(0.5 * 0.3 * 14, 12);
    expect(energy.spring).toBeLessThan(1e-25);
    expect(energy.potential).toBe(0);
  });

  /* ½ Σ m (ω r)² for particles that turn about an axis. */
  it('kinetic: masses of their own', async () => {
    const body = network({
      vertices: [
        [1, 0, 0],
        [0, 2, 0],
        [-3, 0, 0],
      ],
      springs: [[0, 1]],
      masses: [1, 2, 5],
    });
    const world = await createWorld({ bodies: [body], ...still });
    const omega = 0.7;
    world.write({ velocities: [0, omega, 0, -2 * omega, 0, 0, 0, -3 * omega, 0] });
    const { energy } = await world.statistics();
    expect(energy.kinetic).toBeCloseTo(0.5 * omega ** 2 * (1 * 1 + 2 * 4 + 5 * 9), 13);
  });

  /* -Σ m g·x: M g times the height of the middle, 0 at the origin, along whatever direction gravity has. */
  it('potential: weight times height above the origin', async () => {
    const bodies = [cloth({ particles: [7, 5], mass: 0.4, position: [1, 2, 3] })];
    const world = await createWorld({ ...still, bodies, gravity: [0.5, -9.81, 2] });
    expect((await world.statistics()).energy.potential).toBeCloseTo(-0.4 * (0.5 * 1 - 9.81 * 2 + 2 * 3), 12);
    world.configure({ gravity: [0, 0, -1.62] });
    expect((await world.statistics()).energy.potential).toBeCloseTo(0.4 * 1.62 * 3, 12);
  });

  /* ½ k (s - 1)² L² a spring for a cloth s times too large; here each family with its own k and L. */
  it('spring: half of k times the stretch squared, for every family of springs', async () => {
    const [columns, rows, s] = [5, 4, 1.25];
    const [dx, dy] = [2 / 4, 1.5 / 3];
    const stiffness = { structural: 300, shear: 70, bend: 11 };
    const bodies = [cloth({ particles: [columns, rows], size: [2, 1.5], stretch: s, stiffness })];
    const { energy } = await (await createWorld({ bodies, ...still })).statistics();
    const each = (k: number, L: number) => 0.5 * k * ((s - 1) * L) ** 2;
    const expected =
      (columns - 1) * rows * each(300, dx) +
      columns * (rows - 1) * each(300, dy) +
      2 * (columns - 1) * (rows - 1) * each(70, Math.hypot(dx, dy)) +
      (columns - 2) * rows * each(11, 2 * dx) +
      columns * (rows - 2) * each(11, 2 * dy);
    expect(energy.spring).toBeCloseTo(expected, 10);
  });

  /* Two masses on a spring, let go: with a small time step the sum of both is kept to O(h). */
  it('passes between springs and motion', async () => {
    const world = await createWorld({
      bodies: [rope({ particles: 2, length: 1, mass: 1, stiffness: 100 })],
      method: { id: 'pd-rbgs', outer: 1, inner: 100 },
      timestep: 1e-5,
      ...still,
    });
    world.write({ positions: [0, 0, 0, 1.1, 0, 0] });
    const before = (await world.statistics()).energy;
    expect(before.spring).toBeCloseTo(0.5 * 100 * 0.01, 12);
    expect(before.kinetic).toBe(0);
    // r̈ = -(2k/m)(r - L) with m = ½: a quarter of the period 2π/√400 is π/40 s, where all of it is motion.
    world.step(Math.round(Math.PI / 40 / 1e-5));
    const after = (await world.statistics()).energy;
    expect(after.spring).toBeLessThan(1e-5);
    // Implicit Euler damps an oscillation of frequency w by exp(-h w² t) in energy: 400 · 1e-5 · 0.0785 = 3.1e-4.
    expect(after.kinetic / before.spring).toBeCloseTo(Math.exp(-400 * 1e-5 * (Math.PI / 40)), 4);
  });
});

describe('error and strain', () => {
  /* A hand-made frame: lengths 3, 4, 5 with rest lengths 2, 5, 5. */
  it('of three springs, by hand', async () => {
    const body = network({
      vertices: [
        [0, 0, 0],
        [3, 0, 0],
        [3, 4, 0],
      ],
      springs: [
        [0, 1],
        [1, 2],
        [2, 0],
      ],
      restLengths: [2, 5, 5],
      stiffness: [10, 20, 30],
    });
    const { error, strain, energy } = await (await createWorld({ bodies: [body], ...still })).statistics();
    expect(error).toBeCloseTo(1 ** 2 + 1 ** 2 + 0, 13); // Σ(|e| - L)²
    expect(strain.mean).toBeCloseTo((1 / 2 + 1 / 5 + 0) / 3, 13); // mean of ||e|/L - 1|
    expect(strain.max).toBeCloseTo(1 / 2, 13);
    expect(energy.spring).toBeCloseTo(0.5 * 10 * 1 + 0.5 * 20 * 1, 12);
  });

  /* More springs than a block of the reduction holds, in disorder, against a plain sum. */
  it('of 4,752 springs of random lengths, against a plain sum', async () => {
    const world = await createWorld({ bodies: [cloth({ particles: [30, 28] })], ...still });
    const random = randomNumbers(11);
    const positions = world.model.positions.map((q) => q + 0.02 * random());
    world.write({ positions });
    const { error, strain, energy } = await world.statistics();
    let [sum, strains, most, joules] = [0, 0, 0, 0];
    const springs = springsOf(world.model);
    for (const { i, j, L, k } of springs) {
      const stretch = Math.hypot(...difference(positions, i, j)) - L;
      sum += stretch ** 2;
      strains += Math.abs(stretch) / L;
      most = Math.max(most, Math.abs(stretch) / L);
      joules += 0.5 * k * stretch ** 2;
    }
    expect(springs.length).toBe(4752);
    expect(error / sum).toBeCloseTo(1, 12);
    expect(strain.mean / (strains / springs.length)).toBeCloseTo(1, 12);
    expect(strain.max).toBeCloseTo(most, 14);
    expect(energy.spring / joules).toBeCloseTo(1, 12);
  });

  it('are 0 at rest', async () => {
    const { error, strain, faults } = await (await createWorld({ bodies: [cloth()], ...still })).statistics();
    expect(error).toBeLessThan(1e-25);
    expect(strain.max).toBeLessThan(1e-13);
    expect(faults).toBe(0);
  });

  it('are 0, not NaN, for particles without springs', async () => {
    const body = network({ vertices: [[0, 1, 0]], springs: [], mass: 2, velocity: [3, 0, 0] });
    const world = await createWorld({ bodies: [body], ...still, gravity: [0, -10, 0] });
    expect(await world.statistics()).toMatchObject({
      error: 0,
      strain: { mean: 0, max: 0 },
      energy: { kinetic: 9, spring: 0, potential: 20 },
      faults: 0,
    });
  });
});

it('counts what was done: iterations, steps, milliseconds per phase', async () => {
  const world = await createWorld({
    bodies: [cloth({ particles: [5, 5] })],
    method: { id: 'pd-rbgs', outer: 7, inner: 2 },
    ...still,
  });
  expect((await world.statistics()).ms).toEqual({
    total: 0,
    perStep: 0,
    phases: {},
    setup: expect.any(Number),
  });
  world.step(4);
  const { iterations, ms } = await world.statistics();
  expect(iterations).toBe(7);
  expect(ms.total).toBeCloseTo(4 * ms.perStep, 9);
  expect(Object.keys(ms.phases).sort()).toEqual(['finish', 'global', 'local', 'predict']);
  const sum = Object.values(ms.phases).reduce((a, b) => a + b, 0);
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThanOrEqual(ms.perStep);
});
