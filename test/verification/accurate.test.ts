/** The accurate mode of `pd-multigrid` against mathematics. */
import { type Backend, type Body, cloth, createWorld, reference, rope, type World, wasm } from 'selvedge';
import { afterAll, describe, expect, it } from 'vitest';
import { energyG, gradientOfG, largestDifference, predicted, randomNumbers, stateOf } from './mathematics.ts';

const id = 'pd-multigrid';
const gravity = [0, -9.81, 0] as const;
const worlds: World[] = [];
afterAll(() => {
  for (const world of worlds) world.dispose();
});

const hanging = (n: number, k: number, mass = 0.01 * n * n) =>
  cloth({
    particles: [n, n],
    size: [0.01 * (n - 1), 0.01 * (n - 1)],
    mass,
    stiffness: k,
    rotation: [90, 0, 0],
    pins: ['top-left', 'top-right'],
  });

const norm = (v: ArrayLike<number>) => Math.sqrt(Array.from(v).reduce((sum, a) => sum + a * a, 0));

interface Start {
  readonly what: string;
  readonly bodies: Body[];
  readonly h: number;
  /** Steps of plain cycles before. */
  readonly steps?: number;
  /** Metres at random. */
  readonly disorder?: number;
}

const STARTS: readonly Start[] = [
  { what: 'falling, stiff', bodies: [hanging(20, 1e6)], h: 0.002, steps: 60 },
  { what: 'falling, 1/30 s', bodies: [hanging(20, 1000, 0.1), rope()], h: 1 / 30, steps: 6 },
  { what: 'five times too large', bodies: [cloth({ particles: [14, 22], stretch: 5 })], h: 1 / 30 },
  { what: 'in disorder', bodies: [hanging(16, 1e5)], h: 1 / 30, disorder: 0.3 },
];

async function begin({ bodies, h, steps = 0, disorder = 0 }: Start, backend: Backend = reference()) {
  const world = await createWorld({ bodies, timestep: h, damping: 0.5, method: { id }, backend });
  worlds.push(world);
  world.step(steps);
  const random = randomNumbers(3);
  const { positions } = await stateOf(world);
  world.write({
    positions: positions.map((q, n) => (world.isPinned(Math.floor(n / 3)) ? q : q + disorder * random())),
  });
  const start = await world.snapshot();
  const y = predicted(world.model, await stateOf(world), { h, gravity, damping: 0.5 });
  /** A step from the start with these values. */
  const solve = async (values: { outer: number; accuracy: number }) => {
    world.restore(start);
    world.configure({ method: { id, ...values } });
    world.step();
    const { method, faults } = await world.statistics();
    expect(faults).toBe(0);
    return { p: (await stateOf(world)).positions, method };
  };
  const first = norm(gradientOfG(world.model, y, y, h));
  return { world, start, y, first, solve };
}

/* The line search takes the best of four lengths, one of which A's bound makes safe. 1e-13 of g for the rounding of its sum. */
describe.each(STARTS)('$what', (given) => {
  it('g falls with every iteration', async () => {
    const { world, y, solve } = await begin(given);
    let g = energyG(world.model, y, y, given.h);
    for (let outer = 1; outer <= 25; outer++) {
      const now = energyG(world.model, (await solve({ outer, accuracy: 1e-12 })).p, y, given.h);
      expect(now).toBeLessThan(g * (1 + 1e-13));
      g = now;
    }
  });

  it('the relative gradient is the one reported, and below what was asked for', async () => {
    const { world, y, first, solve } = await begin(given);
    for (const accuracy of [0.1, 1e-3]) {
      const { p, method } = await solve({ outer: 5000, accuracy });
      const gradient = norm(gradientOfG(world.model, p, y, given.h)) / first;
      expect(method.outcome).toBe(1);
      expect(method.gradient).toBeLessThanOrEqual(accuracy);
      // p is y + δ, rounded: 1e-16 m off, which is next to nothing.
      expect(Math.abs(gradient / method.gradient - 1)).toBeLessThan(1e-6);
    }
    const { p, method } = await solve({ outer: 2, accuracy: 1e-9 });
    expect(method).toMatchObject({ outcome: 0, iterations: 2 });
    expect(norm(gradientOfG(world.model, p, y, given.h)) / first / method.gradient).toBeCloseTo(1, 6);
  });
});

/*
 * Where the springs are taut H ≥ M/h², and a gradient G leaves the minimum at most |G| h²/m away. Newton's tolerance of
 * 1e-12 leaves nothing that counts.
 */
it.each([
  { what: 'stiff', body: hanging(12, 1e6), h: 0.002, steps: 400 },
  { what: 'soft', body: hanging(12, 1000), h: 1 / 60, steps: 200 },
])("stops where Newton's method does: $what", async ({ what, body, h, steps }) => {
  const { world, start, first, solve } = await begin({ what, bodies: [body], h, steps });
  const accuracy = 1e-7;
  const { p, method } = await solve({ outer: 20_000, accuracy });
  expect(method.outcome).toBe(1);
  world.restore(start);
  world.configure({ method: { id: 'newton', tolerance: 1e-12 } });
  world.step();
  expect((await world.statistics()).method.outcome).toBe(1);
  const away = largestDifference(p, (await stateOf(world)).positions);
  console.info(`${what}: ${away} m from Newton's, at most ${(accuracy * first * h * h) / 0.01}`);
  expect(away).toBeLessThan((accuracy * first * h * h) / 0.01);
});

/* Plain cycles need many more: [PNF18]'s hanging cloth as it falls, to a hundredth of what g can fall by. */
it('needs a fifth of the iterations that plain cycles need', async () => {
  const given = { what: '', bodies: [hanging(40, 1e6)], h: 0.002, steps: 100 };
  const { world, y, solve } = await begin(given, wasm({ threads: 1 }));
  const least = energyG(world.model, (await solve({ outer: 3000, accuracy: 1e-6 })).p, y, given.h);
  const first = energyG(world.model, y, y, given.h);
  const left = async (outer: number, accuracy: number) =>
    (energyG(world.model, (await solve({ outer, accuracy })).p, y, given.h) - least) / (first - least);
  const [conjugate, plain] = [await left(40, 1e-6), await left(200, 0)];
  console.info(`of what g can fall by, 40 iterations leave ${conjugate}, 200 plain cycles ${plain}`);
  expect(conjugate).toBeLessThan(0.02);
  expect(plain).toBeGreaterThan(5 * conjugate);
});

it.each([
  [{ accuracy: 1e-8 }, 'float32 does not hold an accuracy below 1e-6'],
  [{ accuracy: 0.1, rho: 0.5 }, 'with an accuracy it is not used'],
])('%o has a warning', async (values, warning) => {
  const world = await createWorld({ bodies: [rope()], method: { id, ...values }, backend: reference() });
  worlds.push(world);
  expect(world.warnings.join()).toContain(warning);
});

describe('float32', () => {
  /* Past half of what storing positions loses nothing would be gained: |∇g| ends near 0.25 u |x| Σs, u = 2⁻²⁴, over all particles. */
  it('ends where rounding begins, and says so', async () => {
    for (const given of STARTS.slice(0, 2)) {
      const { solve } = await begin(given, wasm({ threads: 1 }));
      const { method } = await solve({ outer: 5000, accuracy: 1e-7 });
      console.info(`${given.what}: ${JSON.stringify(method)}`);
      expect(method.outcome).toBe(2);
      expect(method.iterations).toBeLessThan(5000);
      expect(method.gradient).toBeLessThan(0.05);
    }
  });

  it('nothing to do is done at once', async () => {
    const flying = cloth({ particles: [9, 9] });
    const { solve } = await begin({ what: '', bodies: [flying], h: 1 / 60 }, wasm({ threads: 1 }));
    expect((await solve({ outer: 100, accuracy: 1e-3 })).method).toMatchObject({ iterations: 0 });
  });

  /* Numbers of any size, ends that coincide, springs past the range of float32 squared. */
  it.each([
    { what: 'all in one point', at: () => 0, k: 1e4 },
    { what: 'a thousand times too large', at: (q: number) => 1000 * q, k: 1e4 },
    { what: 'forces whose squares are past float32', at: (q: number) => 1e8 * q, k: 1e12 },
    { what: 'as soft as numbers go', at: (q: number) => 1.5 * q, k: 1e-25 },
  ])('never blows up: $what', async ({ at, k }) => {
    for (const backend of [reference(), wasm({ threads: 1 })]) {
      const world = await createWorld({
        bodies: [cloth({ particles: [11, 13], stiffness: k, pins: ['top-left'] })],
        timestep: 1 / 30,
        method: { id, outer: 15, accuracy: 1e-4 },
        backend,
      });
      worlds.push(world);
      const { positions } = await stateOf(world);
      world.write({ positions: positions.map((q, n) => (world.isPinned(Math.floor(n / 3)) ? q : at(q))) });
      world.step(60);
      const { faults, method } = await world.statistics();
      expect(faults).toBe(0);
      for (const value of Object.values(method)) expect(Number.isFinite(value)).toBe(true);
      const after = await stateOf(world);
      const farthest = after.positions.reduce((most, q) => Math.max(most, Math.abs(q)), 0);
      expect(farthest).toBeLessThan(2 * Math.max(20, ...positions.map((q) => Math.abs(at(q)))));
    }
  });
});
