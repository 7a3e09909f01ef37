import { cloth, createWorld, network, rope, type World } from 'selvedge';
import { describe, expect, it } from 'vitest';
import {
  cross,
  difference,
  largestDifference,
  momentumOf,
  predicted,
  randomNumbers,
  stateOf,
} from './mathematics.ts';

/** Moves every particle about, and gives each a velocity. */
async function shake(world: World, seed: number, amount: number): Promise<void> {
  const random = randomNumbers(seed);
  const { positions } = await stateOf(world);
  world.write({
    positions: positions.map((q) => q + amount * random()),
    velocities: positions.map(() => random()),
  });
}

/*
 * The minimum of g has M(p - y)/h² = -Σ spring forces, and a spring pulls its two ends with opposite forces. So the
 * converged step gives  Σ m v' = κ Σ m v + h g Σ m,  κ = 1 - h c,  and keeps the momentum without gravity and drag.
 * m/h² = 2304 beside Σs ≤ 4000: a Jacobi sweep leaves 4000/6304 of the error, 150 of them 1e-29; what remains is
 * rounding: 25 velocities of 1e-16/h each, 20 steps: 20 · 25 · m · 2.4e-14 ≈ 5e-13.
 */
describe.each([
  { id: 'pd-gs', omega: 1 },
  { id: 'pd-rbgs', omega: 1 },
  { id: 'pd-rbgs', omega: 1.3 },
  { id: 'pd-jacobi', omega: 1 },
])('converged $id, ω = $omega', ({ id, omega }) => {
  const h = 1 / 240;
  const open = (gravity: readonly [number, number, number], damping: number) =>
    createWorld({
      bodies: [cloth({ particles: [5, 5], mass: 1, stiffness: 1000 })],
      method: { id, omega, outer: 150, inner: 1 },
      timestep: h,
      gravity,
      damping,
      backend: 'reference',
    });

  it('keeps the momentum without gravity and drag', async () => {
    const world = await open([0, 0, 0], 0);
    await shake(world, 1, 0.05);
    const before = momentumOf(world.model, (await stateOf(world)).velocities);
    world.step(20);
    const { velocities } = await stateOf(world);
    expect(largestDifference(momentumOf(world.model, velocities), before)).toBeLessThan(1e-12);
    expect(Math.hypot(...before)).toBeGreaterThan(0.1);
  });

  it('changes the momentum by gravity and drag only', async () => {
    const gravity = [1, -9.81, 0.5] as const;
    const world = await open(gravity, 3);
    await shake(world, 2, 0.05);
    let expected = momentumOf(world.model, (await stateOf(world)).velocities);
    for (let n = 0; n < 20; n++) expected = expected.map((p, c) => (1 - 3 * h) * p + h * gravity[c]);
    world.step(20);
    const { velocities } = await stateOf(world);
    expect(largestDifference(momentumOf(world.model, velocities), expected)).toBeLessThan(1e-12);
  });

  /* Spring forces act along the final e, so they have no torque:  Σ p × M(p - y) = 0 at the end of the step. */
  it('exerts no torque about the end of the step', async () => {
    const world = await open([0, 0, 0], 0);
    await shake(world, 3, 0.05);
    const y = predicted(world.model, await stateOf(world), { h, gravity: [0, 0, 0], damping: 0 });
    world.step();
    const { positions } = await stateOf(world);
    const torque = [0, 0, 0];
    let moved = 0;
    for (let i = 0; i < world.model.particles; i++) {
      const p = [...positions.slice(3 * i, 3 * i + 3)];
      const push = p.map((value, c) => (world.model.masses[i] * (value - y[3 * i + c])) / h ** 2);
      cross(p, push).forEach((value, c) => {
        torque[c] += value;
      });
      moved += Math.hypot(...push);
    }
    expect(moved).toBeGreaterThan(1); // newtons: the springs do push
    expect(Math.hypot(...torque)).toBeLessThan(1e-10);
  });
});

/*
 * Before convergence, Σ a_i δ_i is what a Jacobi sweep keeps, and Σ n_p Δ_p in position based dynamics: momentum where all
 * particles have the same mass and the same springs, as in a ring. Exact after any number of sweeps.
 * (Truncated Gauss-Seidel relaxes the particles one after the other and keeps no such sum.)
 */
describe('truncated solvers on a ring of equal particles', () => {
  const count = 12;
  const ring = network({
    vertices: Array.from({ length: count }, (_, i) => {
      const angle = (2 * Math.PI * i) / count;
      return [Math.cos(angle), Math.sin(angle), 0] as const;
    }),
    springs: Array.from({ length: count }, (_, i) => [i, (i + 1) % count] as const),
    stiffness: 5000,
    mass: 1.2,
  });
  const drift = async (id: string, inner: number) => {
    const world = await createWorld({
      bodies: [ring],
      method: { id, outer: 1, inner },
      timestep: 1 / 100,
      gravity: [0, 0, 0],
      damping: 0,
      backend: 'reference',
    });
    await shake(world, 4, 0.2);
    const before = momentumOf(world.model, (await stateOf(world)).velocities);
    world.step(10);
    return largestDifference(momentumOf(world.model, (await stateOf(world)).velocities), before);
  };

  it.each([1, 2, 5])('Jacobi solvers keep the momentum after %d sweeps', async (inner) => {
    expect(await drift('pd-jacobi', inner)).toBeLessThan(1e-12);
    expect(await drift('pbd-jacobi', inner)).toBeLessThan(1e-12);
  });

  it('a single Gauss-Seidel sweep does not', async () => {
    expect(await drift('pd-gs', 1)).toBeGreaterThan(1e-3);
    expect(await drift('pd-rbgs', 1)).toBeGreaterThan(1e-3);
  });
});

/*
 * Implicit Euler loses angular momentum, by a factor that can be written down for two equal masses m on a spring: with r the
 * vector between them, r' = c r_y lies along r_y = r + h ṙ, so r' × ṙ' = r' × (r' - r)/h = -r' × r/h = c r × ṙ, where
 *   c = |r'|/|r_y|,   |r'| = (m/h² |r_y| + 2kL)/(m/h² + 2k)
 */
it.each(['pd-gs', 'pd-rbgs', 'pd-jacobi'])(
  '%s: two spinning masses lose angular momentum by |r|/|r_y| a step',
  async (id) => {
    const [k, m, L, h] = [400, 0.5, 1, 1 / 60];
    const world = await createWorld({
      bodies: [rope({ particles: 2, length: L, mass: 2 * m, stiffness: k })],
      method: { id, outer: 1, inner: 200 },
      timestep: h,
      gravity: [0, 0, 0],
      damping: 0,
      backend: 'reference',
    });
    world.write({ velocities: [0, -2, 1, 0, 2, 0.3] });
    const angular = async () => {
      const { positions, velocities } = await stateOf(world);
      return { r: difference(positions, 1, 0), spin: difference(velocities, 1, 0) };
    };
    let { r, spin } = await angular();
    for (let n = 0; n < 60; n++) {
      const ry = Math.hypot(...r.map((value, c) => value + h * spin[c]));
      const c = ((m / h ** 2) * ry + 2 * k * L) / (m / h ** 2 + 2 * k) / ry;
      const expected = cross(r, spin).map((value) => c * value);
      expect(c).toBeLessThan(1);
      world.step();
      ({ r, spin } = await angular());
      expect(largestDifference(cross(r, spin), expected)).toBeLessThan(1e-11);
    }
  },
);
