import { type Body, cloth, createWorld, type World } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { unevenTetrahedron } from '../conformance/scenes.ts';
import { energyG, predicted, randomNumbers, stateOf } from './mathematics.ts';

const [h, gravity, damping] = [1 / 30, [0, -9.81, 0] as const, 0.5];

const SOLVERS = [
  { id: 'pd-gs', omega: 1 },
  { id: 'pd-gs', omega: 1.3 },
  { id: 'pd-gs', omega: 1.7 },
  { id: 'pd-gs', omega: 1.9 },
  { id: 'pd-rbgs', omega: 1 },
  { id: 'pd-rbgs', omega: 1.3 },
  { id: 'pd-rbgs', omega: 1.7 },
  { id: 'pd-rbgs', omega: 1.9 },
  { id: 'pd-jacobi', omega: 1 },
];

const BODIES: { what: string; body: Body }[] = [
  {
    what: 'structural springs, pinned',
    body: cloth({ particles: [6, 5], mass: 1, stiffness: 1000, pins: ['top-left', 'top-right'] }),
  },
  { what: 'shear and bend springs, free', body: cloth({ particles: [5, 5] }) },
  {
    what: 'a tetrahedron of unequal springs and masses',
    body: unevenTetrahedron(),
  },
];

/** Small disorder, large disorder, and a state that has nothing to do with the rest shape. */
const DISORDER = [0.02, 0.3, 3];

async function disorder(world: World, seed: number, amount: number): Promise<void> {
  const random = randomNumbers(seed);
  const { positions } = await stateOf(world);
  world.write({
    positions: positions.map((q) => q + amount * random()),
    velocities: positions.map(() => 5 * random()),
  });
}

/*
 * g(p) = 1/(2h²)(p-y)ᵀM(p-y) + Σ ½k(|e| - L)² is the minimum over d of a quadratic in (p, d). The local step minimises it
 * over d; a Gauss-Seidel update with 0 < ω < 2 lowers it in one p_i; a Jacobi sweep lowers it because D + W (the matrix
 * with its off-diagonal signs changed) is diagonally dominant. So no iteration of any of them raises g.
 * Each sum of some hundred positive terms rounds by 1e-16 a term: 1e-13 of g is allowed.
 */
describe.each(BODIES)('g never rises: $what', ({ body }) => {
  it.each(SOLVERS)('$id, ω = $omega', async ({ id, omega }) => {
    const world = await createWorld({ bodies: [body], timestep: h, gravity, damping, backend: 'reference' });
    for (const [seed, amount] of DISORDER.entries()) {
      for (const inner of [1, 3]) {
        await disorder(world, seed + 1, amount);
        const y = predicted(world.model, await stateOf(world), { h, gravity, damping });
        const start = await world.snapshot();
        const first = energyG(world.model, y, y, h);
        let g = first;
        for (let outer = 1; outer <= 25; outer++) {
          world.restore(start);
          world.configure({ method: { id, omega, outer, inner } });
          world.step();
          const now = energyG(world.model, (await stateOf(world)).positions, y, h);
          expect(now).toBeLessThanOrEqual(g * (1 + 1e-13));
          g = now;
        }
        expect(g).toBeLessThan(0.9 * first);
      }
    }
  });
});

/* At rest, with nothing to do, g stays at its minimum 0 and nothing moves. */
it('rest is a minimum of every solver', async () => {
  for (const { id, omega } of SOLVERS) {
    const world = await createWorld({
      bodies: [cloth({ particles: [4, 4] })],
      method: { id, omega, outer: 5, inner: 2 },
      timestep: h,
      gravity: [0, 0, 0],
      backend: 'reference',
    });
    const { positions: before } = await stateOf(world);
    world.step(3);
    const { positions } = await stateOf(world);
    positions.forEach((q, at) => {
      expect(Math.abs(q - before[at])).toBeLessThan(1e-14);
    });
  }
});
