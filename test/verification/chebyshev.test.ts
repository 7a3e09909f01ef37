/** Chebyshev's semi-iteration against its theory: the error of n sweeps is at most 1/T_n(1/ρ) of the first. */
import { cloth, createWorld, reference, solid, type World, wasm } from 'selvedge';
import { describe, expect, it, test } from 'vitest';
import { bearableRho, chebyshevWeights } from '../../engine/methods/projective/accelerate.ts';

const h = 1 / 100;
const stiffness = 500;

/** One step from a stretched state in which one local step is held: a linear problem. */
const stretched = (method: object): Promise<World> =>
  createWorld({
    bodies: [
      cloth({
        particles: [12, 9],
        stretch: 1.3,
        stiffness: { structural: stiffness, shear: 0, bend: 0 },
        pins: ['top-left'],
      }),
    ],
    method: { outer: 1, ...method },
    timestep: h,
    damping: 0,
    backend: reference(),
  });

async function solved(method: object): Promise<Float64Array> {
  const world = await stretched(method);
  world.step();
  const positions = new Float64Array(3 * world.model.particles);
  await world.read({ positions });
  return positions;
}

/** √Σ a_i |e_i|², the norm in which Jacobi's iteration matrix is symmetric. */
function diagonalNorm(world: World, a: Float64Array, b: Float64Array): number {
  const { model } = world;
  const degree = new Float64Array(model.particles);
  for (const slot of model.ends) degree[model.idOf[slot]]++;
  let sum = 0;
  for (let id = 0; id < model.particles; id++) {
    const weight = model.masses[id] / (h * h) + stiffness * degree[id];
    for (let c = 0; c < 3; c++) sum += weight * (a[3 * id + c] - b[3 * id + c]) ** 2;
  }
  return Math.sqrt(sum);
}

/** The spectral radius of the Jacobi sweep: Σ_j s/a_i at most, over the rows. */
function radius({ model }: World): number {
  const degree = new Float64Array(model.particles);
  for (const slot of model.ends) degree[model.idOf[slot]]++;
  return Math.max(
    ...Array.from(degree, (n, id) => (stiffness * n) / (model.masses[id] / (h * h) + stiffness * n)),
  );
}

/** The Chebyshev polynomial T_n(x), x ≥ 1. */
const chebyshev = (n: number, x: number) => Math.cosh(n * Math.acosh(x));

describe('pd-jacobi', () => {
  it.each([2, 3, 5, 10, 20, 40])('%d sweeps do what the theory says', async (inner) => {
    const world = await stretched({ id: 'pd-jacobi' });
    const rho = radius(world);
    expect(rho).toBeGreaterThan(0.8);
    const exact = await solved({ id: 'pd-jacobi', inner: 5000 });
    const first = diagonalNorm(world, await prediction(), exact);
    const left = diagonalNorm(world, await solved({ id: 'pd-jacobi', inner, rho }), exact);
    // Few sweeps are given a smaller ρ than the radius: then eigenvalues lie beyond it.
    const used = Math.min(rho, bearableRho(inner));
    const most = chebyshev(inner, Math.max(1, rho / used)) / chebyshev(inner, 1 / used);
    expect(left).toBeLessThanOrEqual(first * most * (1 + 1e-9) + 1e-12);
    const plain = diagonalNorm(world, await solved({ id: 'pd-jacobi', inner }), exact);
    if (inner >= 3) expect(left).toBeLessThan(plain);
  });
});

/** y: where everything would be without springs. */
async function prediction(): Promise<Float64Array> {
  const world = await stretched({ id: 'pd-jacobi' });
  const positions = new Float64Array(3 * world.model.particles);
  await world.read({ positions });
  for (let id = 0; id < world.model.particles; id++)
    if (!world.isPinned(id)) positions[3 * id + 1] -= 9.81 * h * h;
  return positions;
}

test('red-black gains too, for the same solution', async () => {
  const world = await stretched({ id: 'pd-rbgs' });
  const exact = await solved({ id: 'pd-rbgs', inner: 2000 });
  // A red-black sweep squares Jacobi's eigenvalues.
  const rho = radius(world) ** 2;
  for (const [inner, gain] of [
    [10, 2],
    [20, 4],
    [40, 20],
  ]) {
    const plain = diagonalNorm(world, await solved({ id: 'pd-rbgs', inner }), exact);
    const accelerated = diagonalNorm(world, await solved({ id: 'pd-rbgs', inner, rho }), exact);
    expect(accelerated).toBeLessThan(plain / gain);
  }
  const converged = await solved({ id: 'pd-rbgs', inner: 400, rho });
  expect(diagonalNorm(world, converged, exact)).toBeLessThan(1e-10);
});

test.each([
  [1, 40],
  [40, 1],
  [7, 3],
  [2, 300],
  [300, 2],
])('%d × %d: sweeps past the recorded ones go on', async (outer, inner) => {
  const positions = await solved({ id: 'pd-jacobi', outer, inner, rho: 0.9 });
  expect(positions.every(Number.isFinite)).toBe(true);
  const world = await stretched({ id: 'pd-jacobi', outer, inner, rho: 0.9 });
  world.step();
  expect((await world.executed()).get('accelerate')).toBe(outer * inner);
  expect((await world.executed()).get('local')).toBe(outer);
});

test('the weights grow from 1 to their limit', () => {
  const rho = 0.9;
  const weights = chebyshevWeights(rho, 200);
  expect(weights.slice(0, 2)).toEqual([1, 2 / (2 - rho * rho)]);
  expect(weights.at(-1)).toBeCloseTo(2 / (1 + Math.sqrt(1 - rho * rho)), 14);
  expect(chebyshevWeights(rho, 1)).toEqual([1]);
});

/** What overshoots by ε = 1/T_n(1/ρ) is amplified by ε + √(ε² + ε) a step: 1 at ε = 1/3. */
test.each([1, 2, 10, 100])('the ρ that %d sweeps bear keeps the overshoot below a third', (sweeps) => {
  const overshoot = 1 / chebyshev(sweeps, 1 / bearableRho(sweeps));
  expect(overshoot).toBeCloseTo(0.25, 12);
  expect(overshoot + Math.sqrt(overshoot ** 2 + overshoot)).toBeLessThan(1);
});

describe('over a second of hanging', () => {
  const pins = ['top-left', 'top-right'] as const;
  const net = { structural: 4000, shear: 0, bend: 0 };
  const BODIES = {
    'a cloth of five colours': () => cloth({ particles: [24, 24], pins }),
    'a net of two': () => cloth({ particles: [24, 24], pins, stiffness: net }),
    'a solid': () => solid({ particles: [5, 6, 5], pins: ['top'], stiffness: 3000 }),
  };
  const CASES = Object.keys(BODIES).flatMap((body) =>
    ['pd-rbgs', 'pd-jacobi'].map((id) => ({ body: body as keyof typeof BODIES, id })),
  );
  const SPLITS = [
    [1, 10],
    [10, 1],
    [4, 10],
    [1, 60],
  ] as const;

  it.each(CASES)('$id holds $body with any ρ, in motion too', async ({ body, id }) => {
    for (const [outer, inner] of SPLITS) {
      const strains: number[] = [];
      for (const rho of [0, 0.9, 0.99, 0.9999]) {
        const world = await createWorld({
          bodies: [BODIES[body]()],
          method: { id, outer, inner, rho },
          timestep: 1 / 120,
          backend: wasm({ threads: 1 }),
        });
        world.step(120);
        const { strain, faults } = await world.statistics();
        expect(faults).toBe(0);
        const bears = rho <= bearableRho(inner === 1 ? outer / 2 : inner);
        expect(world.warnings.some((line) => line.includes('would overshoot'))).toBe(!bears);
        strains.push(strain.mean);
        world.dispose();
      }
      const [plain, ...accelerated] = strains;
      expect(Math.max(...accelerated), `${outer} × ${inner}`).toBeLessThan(2 * plain);
    }
  });
});
