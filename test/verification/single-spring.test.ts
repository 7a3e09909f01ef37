import { createWorld, network, rope } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { stateOf } from './mathematics.ts';

const [k, m, L, h] = [400, 0.5, 1, 1 / 60];
const start = 1.3;
const PROJECTIVE = ['pd-gs', 'pd-rbgs', 'pd-jacobi'] as const;

/** A particle of mass m at `vertex`, joined by one spring to a particle pinned at the origin. */
const oneSpring = (vertex: readonly [number, number, number]) =>
  network({
    vertices: [[0, 0, 0], vertex],
    springs: [[0, 1]],
    restLengths: [L],
    stiffness: k,
    masses: [1, m],
    pins: [0],
  });

describe.each(PROJECTIVE)('one particle on one spring, %s', (id) => {
  /*
   * Along the spring, implicit Euler is linear:  p' = (m/h² y + k L) / (m/h² + k),  y = p + κ (p - p_prev) + h² g,
   * κ = 1 - h c. One unknown: a single sweep is the exact solution.
   * Rounding: a step rounds some ten times at 2⁻⁵³ · 2 m; v = δ/h multiplies that by 1/h and h takes it back, so the error
   * grows at most with the square of the steps: 200²/2 · 10 · 2.2e-16 = 4e-11 at the very worst, and damped here.
   */
  it.each([
    { damping: 0, g: 0 },
    { damping: 2, g: 0 },
    { damping: 2, g: 9.81 },
  ])('follows the recurrence of implicit Euler: damping $damping, gravity $g', async ({ damping, g }) => {
    const world = await createWorld({
      bodies: [oneSpring([start, 0, 0])],
      method: { id, outer: 1, inner: 1 },
      timestep: h,
      damping,
      gravity: [g, 0, 0],
      backend: 'reference',
    });
    let [before, now] = [start, start];
    for (let n = 0; n < 200; n++) {
      const y = now + (1 - h * damping) * (now - before) + h * h * g;
      [before, now] = [now, ((m / h ** 2) * y + k * L) / (m / h ** 2 + k)];
      world.step();
      const { positions, velocities } = await stateOf(world);
      expect(Math.abs(positions[3] - now)).toBeLessThan(1e-11);
      expect(Math.abs(velocities[3] - (now - before) / h)).toBeLessThan(1e-11 / h);
      expect([positions[4], positions[5]]).toEqual([0, 0]);
    }
  });

  /*
   * With u = p - L:  u'' = β ((1+κ) u' - κ u),  β = 1/(1 + h²k/m). Its roots are ρ e^{±iθ} with
   *   ρ = √(βκ),  cos θ = β(1+κ) / (2ρ),  so  u_n = ρⁿ (A cos nθ + B sin nθ):
   * the oscillation decays by ρ a step, through the damping (κ) and through implicit Euler itself (β).
   */
  it('oscillates and decays as the closed form says', async () => {
    const damping = 1.5;
    const kappa = 1 - h * damping;
    const beta = 1 / (1 + (h * h * k) / m);
    const rho = Math.sqrt(beta * kappa);
    const theta = Math.acos((beta * (1 + kappa)) / (2 * rho));
    const A = start - L;
    const B = (beta * A - rho * A * Math.cos(theta)) / (rho * Math.sin(theta)); // from u_1 = β u_0, at rest at first
    const world = await createWorld({
      bodies: [oneSpring([start, 0, 0])],
      method: { id, outer: 1, inner: 1 },
      timestep: h,
      damping,
      gravity: [0, 0, 0],
      backend: 'reference',
    });
    let crossings = 0;
    let side = 1;
    for (let n = 1; n <= 120; n++) {
      world.step();
      const u = (await stateOf(world)).positions[3] - L;
      expect(Math.abs(u - rho ** n * (A * Math.cos(n * theta) + B * Math.sin(n * theta)))).toBeLessThan(
        1e-12,
      );
      if (Math.sign(u) !== side) crossings++;
      side = Math.sign(u);
    }
    expect(Math.abs(crossings - (120 * theta) / Math.PI)).toBeLessThanOrEqual(1);
    expect(crossings).toBeGreaterThan(5);
  });

  /* In space the force is along p, so p lies on the ray to y:  p = (m/h² |y| + k L)/(m/h² + k) · y/|y|, exact in one sweep. */
  it('turns about the pin along the ray to the prediction', async () => {
    const world = await createWorld({
      bodies: [oneSpring([start, 0, 0])],
      method: { id, outer: 1, inner: 1 },
      timestep: h,
      damping: 0.3,
      gravity: [0, -9.81, 2],
      backend: 'reference',
    });
    world.write({ velocities: [0, 0, 0, 0.5, 3, -1] });
    let [p, v] = [
      [start, 0, 0],
      [0.5, 3, -1],
    ];
    for (let n = 0; n < 100; n++) {
      const g = [0, -9.81, 2];
      const y = p.map((q, c) => q + h * ((1 - 0.3 * h) * v[c] + h * g[c]));
      const length = Math.hypot(...y);
      const next = y.map((value) => ((((m / h ** 2) * length + k * L) / (m / h ** 2 + k)) * value) / length);
      [v, p] = [next.map((value, c) => (value - p[c]) / h), next];
      world.step();
      const { positions } = await stateOf(world);
      for (let c = 0; c < 3; c++) expect(Math.abs(positions[3 + c] - p[c])).toBeLessThan(1e-11);
    }
  });
});

describe('one particle on one spring, pbd-jacobi', () => {
  /* [NP17] Alg. 3: beside a pin the free particle takes the whole correction, so p = L y/|y| after one iteration, whatever k. */
  it('is at the rest length after every step', async () => {
    const world = await createWorld({
      bodies: [oneSpring([start, 0, 0])],
      method: { id: 'pbd-jacobi', outer: 1, inner: 1 },
      timestep: h,
      backend: 'reference',
    });
    for (let n = 0; n < 50; n++) {
      world.step();
      const { positions } = await stateOf(world);
      expect(Math.abs(Math.hypot(positions[3], positions[4], positions[5]) - L)).toBeLessThan(1e-14);
    }
  });

  /* Two free particles of masses m₁, m₂ share the correction as their inverse masses: Δ₁ = w₁/(w₁+w₂) (L - |e|) e/|e|. */
  it('shares a correction between free particles as their inverse masses', async () => {
    const body = network({
      vertices: [
        [0, 0, 0],
        [1.5, 0, 0],
      ],
      springs: [[0, 1]],
      restLengths: [1],
      masses: [1, 3],
    });
    const world = await createWorld({
      bodies: [body],
      method: { id: 'pbd-jacobi', outer: 1, inner: 1, integrate: false },
      backend: 'reference',
    });
    world.step();
    const { positions } = await stateOf(world);
    expect(positions[0]).toBeCloseTo(0.5 * (3 / 4), 14);
    expect(positions[3]).toBeCloseTo(1.5 - 0.5 * (1 / 4), 14);
  });
});

/*
 * Two equal free masses, spring k: the relative coordinate is one particle on a spring of 2k, and needs the two sweeps of
 * the two unknowns only in the limit. r' = (m/h² |r_y| + 2kL)/(m/h² + 2k).
 */
it.each(PROJECTIVE)('two free particles oscillate with the reduced mass, %s', async (id) => {
  const world = await createWorld({
    bodies: [rope({ particles: 2, length: L, mass: 2 * m, stiffness: k })],
    method: { id, outer: 1, inner: 200 },
    timestep: h,
    damping: 0,
    gravity: [0, 0, 0],
    backend: 'reference',
  });
  world.write({ positions: [0, 0, 0, start, 0, 0] });
  let [before, now] = [start, start];
  for (let n = 0; n < 60; n++) {
    [before, now] = [now, ((m / h ** 2) * (2 * now - before) + 2 * k * L) / (m / h ** 2 + 2 * k)];
    world.step();
    const { positions } = await stateOf(world);
    expect(Math.abs(positions[3] - positions[0] - now)).toBeLessThan(1e-11);
  }
});
