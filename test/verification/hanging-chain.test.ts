import { createWorld, network, rope } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { stateOf } from './mathematics.ts';

const [k, h, gravity, spacing] = [100, 0.1, 9.81, 0.25];
/** h c = 1: no velocity survives a step, so a step is one step of implicit gradient descent and the chain settles fast. */
const damping = 1 / h;

/*
 * At rest a step must give back where it began: δ = -h² g. That is the true equilibrium only where the sweeps converge
 * (a truncated solver hangs lower). Here m/h² = 10 beside 2k = 200, so a Jacobi sweep leaves at most
 * 200/210 of the error: 700 sweeps leave 1e-15. A step leaves at most (m/h²)/(m/h² + λ) with λ = k (π/16)² = 3.9, the
 * lowest mode of eight particles: 0.72, so 120 steps leave 1e-17.
 */
const settle = { inner: 700, steps: 120 };

describe.each(['pd-gs', 'pd-rbgs', 'pd-jacobi'])('a chain hanging at rest, %s', (id) => {
  const hang = async (bodies: Parameters<typeof createWorld>[0]['bodies']) => {
    const world = await createWorld({
      bodies,
      method: { id, outer: 1, inner: settle.inner },
      timestep: h,
      damping,
      gravity: [0, -gravity, 0],
      backend: 'reference',
    });
    world.step(settle.steps);
    return world;
  };

  it('stretches every spring by the weight below it over k', async () => {
    const [n, m] = [8, 0.1];
    const length = (n - 1) * spacing;
    const world = await hang([
      rope({ particles: n, length, mass: n * m, stiffness: k, rotation: [0, 0, -90], pins: ['start'] }),
    ]);
    const { positions } = await stateOf(world);
    for (let i = 0; i < n - 1; i++) {
      const extension = positions[3 * i + 1] - positions[3 * (i + 1) + 1] - spacing;
      expect(extension).toBeCloseTo((gravity * m * (n - 1 - i)) / k, 11);
    }
    // Σ_{i=1}^{n-1} m g i / k = m g n (n-1) / 2k
    expect(-positions[3 * (n - 1) + 1] - length).toBeCloseTo((m * gravity * n * (n - 1)) / (2 * k), 11);
    // Σ ½ k (W_i/k)² with W_i = i m g:  (m g)²/2k · (n-1)n(2n-1)/6
    const { energy } = await world.statistics();
    expect(energy.spring).toBeCloseTo((((m * gravity) ** 2 / (2 * k)) * ((n - 1) * n * (2 * n - 1))) / 6, 11);
    expect(energy.kinetic).toBeLessThan(1e-20);
  });

  it('does so with unequal masses and stiffnesses', async () => {
    const masses = [1, 0.1, 0.3, 0.05, 0.2, 0.15];
    const stiffness = [150, 60, 200, 90, 120];
    const vertices = masses.map((_, i) => [0, -i * spacing, 0] as const);
    const springs = stiffness.map((_, i) => [i, i + 1] as const);
    const world = await hang([network({ vertices, springs, masses, stiffness, pins: [0] })]);
    const { positions } = await stateOf(world);
    stiffness.forEach((ki, i) => {
      const weightBelow = gravity * masses.slice(i + 1).reduce((sum, mass) => sum + mass, 0);
      const extension = positions[3 * i + 1] - positions[3 * (i + 1) + 1] - spacing;
      expect(extension).toBeCloseTo(weightBelow / ki, 11);
    });
  });
});
