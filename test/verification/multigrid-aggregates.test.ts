/** `pd-multigrid` on bodies without a grid, against mathematics. */
import { type Body, cloth, createWorld, network, reference, rope, solid, type Vec3, wasm } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { hierarchyOf } from '../../engine/methods/multigrid/hierarchy.ts';
import { buildModel } from '../../engine/model.ts';
import { irregularMesh, tornNet } from '../methods/irregular.ts';
import { errorNorms, lastFactor } from '../methods/v-cycle.ts';
import { randomNumbers } from './mathematics.ts';

/** h = 2 ms; 0.01 kg a particle and 1e6 N/m, so that k h²/m = 400. */
const inertia = 1 / 0.002 ** 2;
const line = (n: number) => rope({ particles: n, mass: 0.01 * n, stiffness: 1e6, pins: ['start'] });
const box = (n: number) =>
  solid({ particles: [n, n, n], mass: 0.01 * n ** 3, stiffness: 1e6, pins: ['top'] });
const sheet = (n: number) =>
  cloth({ particles: [n, n], mass: 0.01 * n * n, stiffness: 1e6, pins: ['top-left', 'top-right'] });

/** Entries of all operators, with their diagonals, over those of the finest. */
function complexity(bodies: Body[]): number {
  const { levels } = hierarchyOf(buildModel(bodies));
  const entries = levels.map(({ points, rowStarts, neighbours }) => {
    let sum = points;
    for (let i = 0; i < points; i++)
      for (let e = rowStarts[i]; e < rowStarts[i + 1]; e++) sum += Number(neighbours[e] !== i);
    return sum;
  });
  return entries.reduce((sum, count) => sum + count, 0) / entries[0];
}

/* A δ = 0 from a random δ: the energy norm of what is left, cycle by cycle. */
describe('the linear problem', () => {
  const factor = async (bodies: Body[], backend = wasm({ threads: 1 })) =>
    lastFactor(await errorNorms(backend, bodies, { inertia, cycles: 14 }));

  it.each([
    { what: 'rope', make: (n: number) => [line(n)], sizes: [100, 1000, 10_000], most: 0.35, cost: 1.55 },
    { what: 'mesh', make: (n: number) => [irregularMesh(n)], sizes: [30, 60, 120], most: 0.5, cost: 1.6 },
    { what: 'net', make: (n: number) => [tornNet(n)], sizes: [30, 60, 120], most: 0.6, cost: 2.1 },
    { what: 'box', make: (n: number) => [box(n)], sizes: [8, 14, 20], most: 0.55, cost: 1.4 },
    {
      what: 'all of them and a cloth',
      make: (n: number) => [sheet(n), line(5 * n), irregularMesh(n), tornNet(n), box(n / 4)],
      sizes: [32, 64],
      most: 0.6,
      cost: 1.75,
    },
  ])(
    '$what: a factor below $most at any size',
    { timeout: 60_000 },
    async ({ what, make, sizes, most, cost }) => {
      const factors = [];
      for (const n of sizes) factors.push(await factor(make(n)));
      const costs = sizes.map((n) => complexity(make(n)));
      const list = (numbers: number[]) => numbers.map((f) => f.toFixed(3)).join(' ');
      console.info(`${what} of ${sizes.join(', ')}: factors ${list(factors)}, complexity ${list(costs)}`);
      expect(Math.max(...factors)).toBeLessThan(most);
      expect(Math.max(...factors) - Math.min(...factors)).toBeLessThan(0.15);
      expect(Math.max(...costs)).toBeLessThan(cost);
    },
  );

  const random = randomNumbers(4);
  const uneven = (body: Body): Body => ({
    ...body,
    stiffness: body.stiffness.map((k) => k * 10 ** (random() / 2)),
  });
  /** A net whose threads across are a hundred times as stiff as its cords. */
  const threads = network({
    vertices: Array.from({ length: 2500 }, (_, k): Vec3 => [0.01 * (k % 50), 0.01 * Math.floor(k / 50), 0]),
    springs: Array.from({ length: 2500 }, (_, k) => k).flatMap((k) => [
      ...((k + 1) % 50 > 0 ? [[k, k + 1] as const] : []),
      ...(k < 2450 ? [[k, k + 50] as const] : []),
    ]),
    mass: 25,
    pins: [0, 49],
  });
  const isAcross = (s: number) => threads.ends[2 * s + 1] - threads.ends[2 * s] === 1;
  it.each([
    { what: 'a stiffness at random from a decade for every spring, mesh', body: uneven(irregularMesh(60)) },
    { what: 'the same, box', body: uneven(box(12)) },
    {
      what: 'threads a hundred times as stiff as cords',
      body: { ...threads, stiffness: threads.stiffness.map((_, s) => (isAcross(s) ? 1e7 : 1e5)) },
    },
    {
      what: 'a cylinder',
      body: solid({ shape: 'cylinder', particles: [16, 16, 16], mass: 40, stiffness: 1e6 }),
    },
    { what: 'pins inside', body: { ...irregularMesh(50), pins: [0, 777, 1234, 1235, 1284] } },
  ])('$what: a factor below 0.7', async ({ what, body }) => {
    const found = await factor([body]);
    console.info(`${what}: ${found.toFixed(3)}`);
    expect(found).toBeLessThan(0.7);
  });

  /* As with grids: rows of P sum to 1, so that h²g everywhere but at the pins lies in the coarsest space. */
  it('finds what holds against gravity in one cycle', async () => {
    for (const body of [irregularMesh(40), box(9), line(200)]) {
      const norms = await errorNorms(reference(), [body], { inertia, cycles: 1, error: () => 1 });
      expect(norms[1]).toBeLessThan(1e-9 * norms[0]);
    }
  });

  /* Smoothing would join everyone with everyone: it is left out, and sweeps alone go far in such a graph. */
  it('springs between particles at random', async () => {
    const n = 2000;
    const anyone = (end: number) => Math.floor(((random() + 1) / 2) * end);
    const springs = Array.from({ length: n - 1 }, (_, k) => k + 1).flatMap((i) => [
      [i, anyone(i)] as const,
      [i, anyone(i)] as const,
      [i, anyone(i)] as const,
    ]);
    const tangle = around(n, springs);
    const [found, cost] = [await factor([tangle]), complexity([tangle])];
    console.info(`springs at random: ${found.toFixed(3)}, complexity ${cost.toFixed(2)}`);
    expect(found).toBeLessThan(0.6);
    expect(cost).toBeLessThan(2.5);
  });

  /* Whatever the graph, no cycle may add to the error; where a piece is small, it is solved at once. */
  const around = (count: number, springs: (readonly [number, number])[]) =>
    network({
      vertices: Array.from({ length: count }, (_, k): Vec3 => [Math.cos(k), Math.sin(k), k]),
      springs,
      stiffness: 1e6,
      mass: 0.01 * count,
    });
  const star = around(
    201,
    Array.from({ length: 200 }, (_, k) => [0, k + 1] as const),
  );
  const apart = around(
    120,
    Array.from({ length: 40 }, (_, k) => [2 * k, 2 * k + 1] as const),
  );
  const slack = line(100);
  it.each([
    { what: 'a star', body: star },
    { what: 'pairs and single particles', body: apart },
    {
      what: 'a rope torn by springs without stiffness',
      body: { ...slack, stiffness: slack.stiffness.map((k, s) => (s % 10 ? k : 0)) },
    },
    { what: 'no stiffness at all', body: { ...slack, stiffness: slack.stiffness.map(() => 0) } },
  ])('$what', async ({ what, body }) => {
    const norms = await errorNorms(reference(), [body], { inertia, cycles: 6 });
    console.info(`${what}: ${norms.map((norm) => (norm / norms[0]).toExponential(1)).join(' ')}`);
    for (let k = 1; k < norms.length; k++)
      expect(norms[k]).toBeLessThanOrEqual(Math.max(0.4 * norms[k - 1], 1e-12 * norms[0]));
  });
});

/* Without inertia and pins A is singular, and so is the coarsest level: a mesh five times too large finds its size. */
it.each([
  { what: 'float64', make: () => reference() },
  { what: 'float32', make: () => wasm({ threads: 1 }) },
])('an enlarged mesh comes to rest, $what', async ({ make }) => {
  const mesh = irregularMesh(40);
  const world = await createWorld({
    bodies: [{ ...mesh, pins: [], positions: mesh.positions.map((q) => 5 * q) }],
    method: { id: 'pd-multigrid', outer: 1, integrate: false },
    backend: make(),
  });
  const errors = [(await world.statistics()).error];
  for (let cycle = 0; cycle < 4; cycle++) {
    world.step();
    errors.push((await world.statistics()).error);
  }
  const { faults } = await world.statistics();
  world.dispose();
  console.info(
    `enlarged mesh, of its error: ${errors.map((error) => (error / errors[0]).toExponential(1)).join(' ')}`,
  );
  expect(errors[4]).toBeLessThan(1e-3 * errors[0]);
  expect(faults).toBe(0);
});
