import { cloth, createWorld, type World } from 'selvedge';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  gradientOfG,
  iterationAsPrinted,
  largestDifference,
  predicted,
  randomNumbers,
  stateOf,
} from './mathematics.ts';

/** A case with one well-conditioned minimum: structural springs, a metre of cloth, 1 kg. */
const [columns, rows, h] = [6, 6, 1 / 30];
const motion = { h, gravity: [0, -9.81, 0] as const, damping: 0.5 };
const hangingCloth = cloth({
  particles: [columns, rows],
  size: [1, 1],
  mass: 1,
  stiffness: 1000,
  rotation: [-60, 0, 0],
  pins: ['top-left', 'top-right'],
});
const open = () =>
  createWorld({
    bodies: [hangingCloth],
    timestep: h,
    gravity: motion.gravity,
    damping: motion.damping,
    backend: 'reference',
  });

const ids = Array.from({ length: columns * rows }, (_, i) => i);
const isRed = (i: number) => (Math.floor(i / columns) + (i % columns)) % 2 === 0;
const redThenBlack = [...ids.filter(isRed), ...ids.filter((i) => !isRed(i))];

async function moved(world: World, seed: number): Promise<void> {
  const random = randomNumbers(seed);
  const { positions } = await stateOf(world);
  world.write({
    positions: positions.map((q, n) => (world.isPinned(Math.floor(n / 3)) ? q : q + 0.05 * random())),
    velocities: positions.map(() => random()),
  });
}

/*
 * The engine works in corrections δ = p - y with weights divided by the diagonal; the papers print positions. The two are
 * the same arithmetic rounded differently: 2⁻⁵³ · 1 m, some twenty operations, 20 sweeps, none of which enlarges a
 * difference but for the directions of d (by L/|e| < 2): 20 · 20 · 2 · 1e-16 ≈ 1e-13.
 */
describe('sweeps are those of the papers, iterate by iterate', () => {
  it.each([
    { id: 'pd-gs', omega: 1, order: ids },
    { id: 'pd-gs', omega: 0.7, order: ids },
    { id: 'pd-gs', omega: 1.3, order: ids },
    { id: 'pd-gs', omega: 1.9, order: ids },
    { id: 'pd-rbgs', omega: 1, order: redThenBlack },
    { id: 'pd-rbgs', omega: 1.3, order: redThenBlack },
    { id: 'pd-rbgs', omega: 1.9, order: redThenBlack },
    { id: 'pd-jacobi', omega: 1, order: 'jacobi' as const },
  ])('$id, ω = $omega', async ({ id, omega, order }) => {
    const world = await open();
    await moved(world, 7);
    const y = predicted(world.model, await stateOf(world), motion);
    const start = await world.snapshot();
    for (const inner of [1, 2, 3]) {
      let p = y;
      for (let outer = 1; outer <= 6; outer++) {
        p = iterationAsPrinted(world.model, p, y, { h, omega, inner, order });
        world.restore(start);
        world.configure({ method: { id, omega, outer, inner } });
        world.step();
        expect(largestDifference((await stateOf(world)).positions, p)).toBeLessThan(1e-13);
      }
    }
  });

  it('the order of the sweep matters: sequential and red-black iterates differ', async () => {
    const [sequential, redBlack] = await Promise.all([open(), open()]);
    sequential.configure({ method: { id: 'pd-gs', outer: 1, inner: 1 } });
    redBlack.configure({ method: { id: 'pd-rbgs', outer: 1, inner: 1 } });
    for (const world of [sequential, redBlack]) {
      await moved(world, 8);
      world.step();
    }
    const [a, b] = await Promise.all([stateOf(sequential), stateOf(redBlack)]);
    expect(largestDifference(a.positions, b.positions)).toBeGreaterThan(1e-3);
  });
});

/*
 * All solvers have one fixed point, the minimum of g, where that is unique: a metre of cloth stretched by a tenth between
 * four corners, so that no spring is compressed and the Hessian is positive. An iteration then leaves at worst
 * 1 - (m/h²)/(m/h² + 8k) of the error (a mode that stretches no spring): m/h² = 25, 8k = 8000: 0.9969;
 * 10,000 iterations leave 3e-14.
 */
describe('fixed points', () => {
  const SOLVERS = [
    { id: 'pd-gs', omega: 1, outer: 10_000, inner: 1 },
    { id: 'pd-gs', omega: 1.7, outer: 10_000, inner: 1 },
    { id: 'pd-rbgs', omega: 1, outer: 10_000, inner: 1 },
    { id: 'pd-rbgs', omega: 1, outer: 2_000, inner: 10 },
    { id: 'pd-rbgs', omega: 1.3, outer: 10_000, inner: 1 },
    { id: 'pd-rbgs', omega: 1.9, outer: 10_000, inner: 1 },
    { id: 'pd-jacobi', omega: 1, outer: 10_000, inner: 1 },
    { id: 'pd-jacobi', omega: 1, outer: 2_000, inner: 10 },
    { id: 'pd-cholesky', outer: 3_000 },
    { id: 'newton', tolerance: 1e-13 },
  ];
  const limits: Float64Array[] = [];
  let world: World;
  let y: Float64Array;

  beforeAll(async () => {
    const stretched = cloth({
      particles: [columns, rows],
      stretch: 1.1,
      mass: 1,
      stiffness: 1000,
      rotation: [-60, 0, 0],
      pins: ['top-left', 'top-right', 'bottom-left', 'bottom-right'],
    });
    world = await createWorld({
      bodies: [stretched],
      timestep: h,
      gravity: motion.gravity,
      damping: motion.damping,
      backend: 'reference',
    });
    await moved(world, 9);
    y = predicted(world.model, await stateOf(world), motion);
    const start = await world.snapshot();
    for (const method of SOLVERS) {
      world.restore(start);
      world.configure({ method });
      world.step();
      limits.push((await stateOf(world)).positions);
    }
  }, 60_000);

  it('are the same point for every solver, to a micrometre', () => {
    for (const limit of limits) expect(largestDifference(limit, limits[0])).toBeLessThan(1e-6);
    expect(largestDifference(limits[0], y)).toBeGreaterThan(0.01);
  });

  /* ∇g = M(p-y)/h² + Σ k(|e|-L) e/|e| = 0: the implicit Euler equations. A micrometre off would be up to 8 mN. */
  it('solve implicit Euler', () => {
    for (const limit of limits) {
      const gradient = gradientOfG(world.model, limit, y, h);
      expect(largestDifference(gradient, new Float64Array(gradient.length))).toBeLessThan(1e-8);
    }
  });
});
