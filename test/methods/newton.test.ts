/** `newton` against mathematics: it solves the equations of implicit Euler, [LBOK13] Eq. (7), and does so as Newton should. */
import { type Body, cloth, createWorld, network, reference, type World, wasm } from 'selvedge';
import { afterAll, describe, expect, it } from 'vitest';
import {
  difference,
  energyG,
  gradientOfG,
  largestDifference,
  predicted,
  randomNumbers,
  springsOf,
  stateOf,
} from '../verification/mathematics.ts';

const h = 1 / 30;
const motion = { h, gravity: [0, -9.81, 0] as const, damping: 0.5 };
const LINEAR = ['direct', 'cg'] as const;

const worlds: World[] = [];
afterAll(() => {
  for (const world of worlds) world.dispose();
});

async function open(body: Body, backend = reference()): Promise<World> {
  const world = await createWorld({
    bodies: [body],
    timestep: h,
    gravity: motion.gravity,
    damping: motion.damping,
    method: { id: 'newton' },
    backend,
  });
  worlds.push(world);
  return world;
}

type Options = Parameters<World['configure']>[0]['method'];

/** A step from the same state as often as one likes, with what it leaves and reports. */
async function stepper(world: World) {
  const start = await world.snapshot();
  const y = predicted(world.model, await stateOf(world), motion);
  const step = async (method: Options = {}) => {
    world.restore(start);
    world.configure({ method: { id: 'newton', ...method } });
    world.step();
    const { positions } = await stateOf(world);
    return { positions, report: (await world.statistics()).method };
  };
  return { y, step };
}

/** Free particles moved at random. */
async function disorder(world: World, seed: number, amount: number): Promise<void> {
  const random = randomNumbers(seed);
  const { positions } = await stateOf(world);
  world.write({
    positions: positions.map((q, n) => (world.isPinned(Math.floor(n / 3)) ? q : q + amount * random())),
    velocities: positions.map(() => random()),
  });
}

const square = (n: number, stretch: number, pins: ('top' | 'bottom' | 'top-left' | 'top-right')[]) =>
  cloth({ particles: [n, n], stretch, mass: 1, stiffness: 1000, rotation: [-60, 0, 0], pins });

/** One well-conditioned minimum: structural springs only, stretched by a tenth between two sides. */
const stretched = () => square(6, 1.1, ['top', 'bottom']);

describe.each(LINEAR)('where the minimum is unique, %s', (linear) => {
  it('the gradient falls quadratically, down to rounding', async () => {
    const world = await open(stretched());
    await disorder(world, 1, 0.02);
    const { step } = await stepper(world);
    const residuals: number[] = [];
    for (let iterations = 1; iterations <= 8; iterations++) {
      const { report } = await step({ linear, iterations, tolerance: 1e-14 });
      residuals.push(report.residual);
      expect(report.corrections).toBe(0);
    }
    // r' ≤ C r² with C = |∇³g| S / (2 λ²), λ the least eigenvalue of H: k/L · kL / (2 (m/h²)²) ≤ 1e6/(2 · 25²) = 800.
    const before = residuals.filter((r) => r < 1e-3 && r > 1e-7);
    expect(before.length).toBeGreaterThan(0);
    for (const r of before) expect(residuals[residuals.indexOf(r) + 1]).toBeLessThan(800 * r * r);
    expect(residuals.at(-1)).toBeLessThan(1e-14);
  });

  it('the force left over at every particle is below the tolerance times S', async () => {
    const world = await open(stretched());
    await disorder(world, 2, 0.02);
    const { y, step } = await stepper(world);
    for (const tolerance of [1e-6, 1e-6, 1e-10, 1e-13]) {
      const { positions: p, report } = await step({ linear, tolerance });
      expect(report.outcome).toBe(1);
      expect(report.residual).toBeLessThanOrEqual(tolerance);
      const S = new Float64Array(world.model.particles);
      for (const { i, j, L, k } of springsOf(world.model)) {
        const scale = k * Math.max(L, Math.hypot(...difference(p, i, j)));
        S[i] += scale;
        S[j] += scale;
      }
      const gradient = gradientOfG(world.model, p, y, h);
      // y + δ rounds once more than what was measured: 1e-16 m times the stiffness around, of S = 4 k L some 1e-15.
      S.forEach((scale, i) => {
        expect(Math.hypot(...gradient.slice(3 * i, 3 * i + 3))).toBeLessThan((tolerance + 2e-15) * scale);
      });
    }
  });

  it('once it has converged, iterations do nothing', async () => {
    const world = await open(stretched());
    await disorder(world, 3, 0.02);
    const { step } = await stepper(world);
    const few = await step({ linear, iterations: 20 });
    const many = await step({ linear, iterations: 200 });
    expect(few.report.outcome).toBe(1);
    expect(many).toEqual(few);
  });
});

describe('all ways lead to the same point', () => {
  it('direct, conjugate gradients, projective dynamics first', async () => {
    const world = await open(stretched());
    await disorder(world, 4, 0.02);
    const { step } = await stepper(world);
    const { positions } = await step();
    for (const method of [
      { linear: 'cg' },
      { warmup: 1 },
      { warmup: 50 },
      { linear: 'cg', warmup: 3 },
    ] as const) {
      const other = await step(method);
      expect(other.report.outcome).toBe(1);
      // |∇g| below 1e-10 · 4 k L = 8e-8 N, and H is at least m/h² = 25 N/m: 3.2e-9 m each.
      expect(largestDifference(other.positions, positions)).toBeLessThan(6.4e-9);
    }
    const late = await step({ warmup: 300 });
    expect(late.report.iterations).toBeLessThanOrEqual(2);
    expect((await step()).report.iterations).toBeGreaterThan(2);
  });

  it('float32 around it', async () => {
    const [exact, fast] = [await open(stretched()), await open(stretched(), wasm({ threads: 2 }))];
    for (const world of [exact, fast]) {
      await disorder(world, 5, 0.02);
      world.step();
    }
    // y is rounded to float32 once, δ once: 2 · 2⁻²⁴ m, which H passes on to neighbours by less than k/(m/h²) = 40 times.
    const [a, b] = [await stateOf(exact), await stateOf(fast)];
    expect(largestDifference(a.positions, b.positions)).toBeLessThan(40 * 2 * 2 ** -24);
    const reports = [(await exact.statistics()).method, (await fast.statistics()).method];
    expect(reports[1].iterations).toBe(reports[0].iterations);
  });
});

describe('one particle on a spring to a pin', () => {
  const [k, m, L] = [400, 0.5, 1];
  /* The force is along p, so p lies on the ray to y: p = (m/h² |y| + k L)/(m/h² + k) · y/|y|. */
  it.each([
    [0.3, 0.4, -1.2],
    [1e-3, 0, 0],
    [0, 0, 50],
    [-0.2, 0.1, 0.1],
  ])('at (%d, %d, %d)', async (...vertex) => {
    const body = network({
      vertices: [[0, 0, 0], vertex],
      springs: [[0, 1]],
      restLengths: [L],
      stiffness: k,
      masses: [1, m],
      pins: [0],
    });
    const world = await open(body);
    const { y, step } = await stepper(world);
    const own = y.slice(3);
    const length = Math.hypot(...own);
    const exact = ((m / h ** 2) * length + k * L) / (m / h ** 2 + k) / length;
    for (const linear of LINEAR) {
      const { positions, report } = await step({ linear, tolerance: 1e-14 });
      expect(report.outcome).toBe(1);
      for (let c = 0; c < 3; c++) expect(positions[3 + c]).toBeCloseTo(exact * own[c], 11);
    }
  });
});

describe.each(LINEAR)('g never rises, %s', (linear) => {
  const random = randomNumbers(3);
  const STARTS: [name: string, place: (q: number) => number][] = [
    ['pressed to a third', (q) => q / 3],
    ['thrown about', () => random()],
    ['collapsed into a point', () => 0],
    ['flat', (q) => q],
  ];
  it.each(STARTS)('%s', async (_, place) => {
    const world = await open(square(6, 1, ['top-left', 'top-right']));
    const { positions } = await stateOf(world);
    world.write({ positions: positions.map((q, n) => (world.isPinned(Math.floor(n / 3)) ? q : place(q))) });
    const { y, step } = await stepper(world);
    const start = Math.min(
      energyG(world.model, y, y, h),
      energyG(world.model, (await stateOf(world)).positions, y, h),
    );
    let last = start;
    let outcome = 0;
    for (let iterations = 1; iterations <= 30 && outcome === 0; iterations++) {
      const { positions: p, report } = await step({ linear, iterations });
      outcome = report.outcome;
      const g = energyG(world.model, p, y, h);
      expect(Number.isFinite(g)).toBe(true);
      // 1e-16 for each of the 300 terms of g. Ends that coincide count with the axis they are given, up to 2e-6 k L² more.
      expect(g).toBeLessThan(last * (1 + 3e-14));
      expect(Math.abs(report.energy - g)).toBeLessThan(start * 1e-5);
      last = g;
    }
    expect(last).toBeLessThan(start / 2);
  });
});

it('without integration the springs alone are satisfied', async () => {
  const world = await open(square(8, 3, []));
  world.configure({ method: { id: 'newton', integrate: false } });
  world.step();
  const { strain } = await world.statistics();
  expect(strain.max).toBeLessThan(1e-9);
});

it('reports nothing where the method has nothing to say', async () => {
  const world = await open(stretched());
  world.configure({ method: { id: 'pd-rbgs' } });
  world.step();
  expect((await world.statistics()).method).toEqual({});
});

/* The cloth at rest is better started where it was, the loose particle where it flies; both are right in the end. */
it.each([
  ['reference', () => reference()],
  ['wasm', () => wasm({ threads: 1 })],
])('a particle without springs falls beside a body at rest, on %s', async (_, backend) => {
  const [h, n, sag] = [1 / 60, 30, 9.81 / 1000];
  const world = await createWorld({
    bodies: [
      network({
        vertices: [
          [0, 0, 0],
          [0, -1 - sag, 0],
          [1, 0, 0],
        ],
        springs: [[0, 1]],
        restLengths: [1],
        stiffness: 1000,
        masses: [1, 1, 0.5],
        pins: [0],
      }),
    ],
    method: { id: 'newton' },
    timestep: h,
    damping: 0,
    backend: backend(),
  });
  world.step(n);
  const { positions } = await world.read();
  expect(positions[7]).toBeCloseTo((-9.81 * h * h * n * (n + 1)) / 2, 5);
  expect(positions[4]).toBeCloseTo(-1 - sag, 5);
  expect((await world.statistics()).method.outcome).toBe(1);
  world.dispose();
});
