import { cloth, createWorld, METHODS } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { methodWith } from '../method-with.ts';
import { stateOf } from './mathematics.ts';

/*
 * Verlet without constraints, [PNF18] Alg. 2. With κ = 1 - h c, every step: v ← κ v + h g, q ← q + h v, so
 *   v_n = κⁿ v_0 + h g S_n,                S_n = 1 + κ + … + κⁿ⁻¹ = (1 - κⁿ)/(1 - κ)
 *   q_n = q_0 + h κ v_0 S_n + h² g (n - κ S_n)/(1 - κ)
 * and without damping  q_n = q_0 + n h v_0 + h² g n(n+1)/2.
 * A body at its rest lengths falls like its particles, whatever the method: the springs have nothing to say.
 *
 * Tolerance: a step rounds a position of at most 8 m by 2⁻⁵³·8 ≈ 1e-15, some three times; the solver turns that
 * into a velocity by dividing by h, and n steps carry it along: n²/2 · 3e-15 = 1.5e-11 for n = 100, at worst.
 */
const [h, n] = [1 / 100, 100];
const velocity = [1.5, 2, -0.5] as const;
const gravity = [0.3, -9.81, 1] as const;

describe.each(METHODS.map(({ id }) => id))('free fall, %s', (id) => {
  it.each([0, 0.8, 25])('damping %d: positions and velocities of the closed form', async (damping) => {
    const world = await createWorld({
      bodies: [cloth({ particles: [4, 3], size: [1.2, 0.7], rotation: [20, 30, 40], velocity })],
      method: methodWith(id, { outer: 2, inner: 3 }),
      timestep: h,
      damping,
      gravity,
      backend: 'reference',
    });
    const first = (await stateOf(world)).positions;
    world.step(n);
    const { positions, velocities } = await stateOf(world);
    const kappa = 1 - h * damping;
    const S = damping === 0 ? n : (1 - kappa ** n) / (1 - kappa);
    positions.forEach((q, at) => {
      const [v0, g] = [velocity[at % 3], gravity[at % 3]];
      const fallen =
        damping === 0
          ? n * h * v0 + (h * h * g * n * (n + 1)) / 2
          : h * kappa * v0 * S + (h * h * g * (n - kappa * S)) / (1 - kappa);
      expect(Math.abs(q - first[at] - fallen)).toBeLessThan(1.5e-11);
      expect(Math.abs(velocities[at] - (kappa ** n * v0 + h * g * S))).toBeLessThan(1.5e-11 / (n * h));
    });
    expect(world.steps).toBe(n);
    expect(world.time).toBeCloseTo(n * h, 12);
  });

  /* h c is clamped to 1: with more drag than that the velocity a step begins with is gone, never reversed. */
  it('more drag than 1/h stops the motion and does not reverse it', async () => {
    const world = await createWorld({
      bodies: [cloth({ particles: [3, 3], velocity })],
      method: { id },
      timestep: h,
      damping: 5 / h,
      gravity: [0, 0, 0],
      backend: 'reference',
    });
    const { positions: first } = await stateOf(world);
    world.step(3);
    const { positions } = await stateOf(world);
    positions.forEach((q, at) => {
      expect(q).toBeCloseTo(first[at], 13);
    });
  });
});
