/** `pd-cholesky`, [LBOK13], and its L-BFGS, [LBK17], against mathematics. */
import {
  type Body,
  cloth,
  createWorld,
  type MethodOptions,
  network,
  reference,
  type World,
  wasm,
} from 'selvedge';
import { afterAll, describe, expect, it } from 'vitest';
import { unevenTetrahedron } from '../conformance/scenes.ts';
import {
  difference,
  energyG,
  gradientOfG,
  largestDifference,
  momentumOf,
  predicted,
  randomNumbers,
  springsOf,
  stateOf,
} from './mathematics.ts';

const id = 'pd-cholesky';
const h = 1 / 30;
const motion = { h, gravity: [0, -9.81, 0] as const, damping: 0.5 };
const PLAIN: MethodOptions = { id };
const LBFGS: MethodOptions = { id, history: 5 };

const worlds: World[] = [];
afterAll(() => {
  for (const world of worlds) world.dispose();
});

async function open(body: Body | Body[], backend = reference()): Promise<World> {
  const world = await createWorld({
    bodies: [body].flat(),
    timestep: h,
    gravity: motion.gravity,
    damping: motion.damping,
    backend,
  });
  worlds.push(world);
  return world;
}

/** Every free particle elsewhere, with a velocity. */
async function disorder(world: World, seed: number, amount: number): Promise<void> {
  const random = randomNumbers(seed);
  const { positions } = await stateOf(world);
  world.write({
    positions: positions.map((q, n) => (world.isPinned(Math.floor(n / 3)) ? q : q + amount * random())),
    velocities: positions.map(() => random()),
  });
}

const hangingCloth = (n: number) =>
  cloth({
    particles: [n, n],
    mass: 1,
    stiffness: 1000,
    rotation: [-60, 0, 0],
    pins: ['top-left', 'top-right'],
  });

/** A step of `outer` iterations from the same state, any number of times. */
async function stepper(world: World) {
  const start = await world.snapshot();
  const y = predicted(world.model, await stateOf(world), motion);
  const step = async (method: MethodOptions) => {
    world.restore(start);
    world.configure({ method });
    world.step();
    return (await stateOf(world)).positions;
  };
  return { y, step };
}

/*
 * The global step for given directions d, [LBOK13] Eq. (14) in position form, is M/h² (p - y) + Σ s (p_i - p_j - d_ij) = 0 at
 * free particles. The residual is compared with the terms it is made of, Σ s (|p_i - p_j| + L): backward stable, that is
 * a few hundred roundings, κ does not enter.
 */
describe('one global step is exact', () => {
  it.each([
    { what: 'float64', backend: reference(), bound: 1e-13 },
    { what: 'float32', backend: wasm({ threads: 1 }), bound: 1e-6 },
  ])('$what', async ({ backend, bound }) => {
    const woven = cloth({ particles: [15, 12], pins: ['top-left', 'top-right'], rotation: [-60, 0, 0] });
    for (const body of [hangingCloth(12), woven]) {
      const world = await open(body, backend);
      await disorder(world, 3, 0.01);
      const { y, step } = await stepper(world);
      const p = await step({ ...PLAIN, outer: 1 });
      const residual = p.map((value, n) => (world.model.masses[Math.floor(n / 3)] * (value - y[n])) / h ** 2);
      let size = 0;
      for (const { i, j, L, k } of springsOf(world.model)) {
        const [e, at] = [difference(p, i, j), difference(y, i, j)];
        size = Math.max(size, k * (Math.hypot(...e) + L));
        for (let c = 0; c < 3; c++) {
          const pull = k * (e[c] - (L * at[c]) / Math.hypot(...at));
          residual[3 * i + c] += pull;
          residual[3 * j + c] -= pull;
        }
      }
      for (const pin of world.model.pins) residual.fill(0, 3 * pin, 3 * pin + 3);
      expect(largestDifference(residual, new Float64Array(residual.length))).toBeLessThan(bound * size);
      expect(largestDifference(p, y)).toBeGreaterThan(1e-3);
    }
  });
});

/* Rows of L sum to zero, so Σ M (p - y) = 0 after any number of exact global steps: momentum is kept before convergence. */
it.each([PLAIN, LBFGS])(
  'keeps the momentum of a free cloth after 1, 2 and 5 iterations: %j',
  async (method) => {
    const world = await createWorld({
      bodies: [cloth({ particles: [8, 7], mass: 1 })],
      timestep: h,
      gravity: [0, 0, 0],
      damping: 0,
      backend: 'reference',
    });
    worlds.push(world);
    for (const outer of [1, 2, 5]) {
      await disorder(world, outer, 0.1);
      world.configure({ method: { ...method, outer } });
      const before = momentumOf(world.model, (await stateOf(world)).velocities);
      world.step(5);
      const after = momentumOf(world.model, (await stateOf(world)).velocities);
      expect(largestDifference(after, before)).toBeLessThan(1e-10);
      expect(Math.hypot(...before)).toBeGreaterThan(0.01);
    }
  },
);

/*
 * The local step minimises over d, the global step over p, [LBOK13] Sec. 4; L-BFGS searches along its direction until g falls.
 * Each sum of some hundred positive terms rounds by 1e-16 a term: 1e-13 of g is allowed.
 */
describe('g never rises', () => {
  const tetrahedron = unevenTetrahedron();
  it.each([PLAIN, LBFGS])('%j', async (method) => {
    for (const body of [hangingCloth(6), cloth({ particles: [5, 5] }), tetrahedron]) {
      const world = await open(body);
      for (const [seed, amount] of [0.02, 0.3, 3].entries()) {
        await disorder(world, seed + 1, amount);
        const { y, step } = await stepper(world);
        let g = energyG(world.model, y, y, h);
        const first = g;
        for (let outer = 1; outer <= 25; outer++) {
          const now = energyG(world.model, await step({ ...method, outer }), y, h);
          expect(now).toBeLessThanOrEqual(g * (1 + 1e-13));
          g = now;
        }
        expect(g).toBeLessThan(0.9 * first);
      }
    }
  });
});

/*
 * A cloth stretched by a tenth between its corners has one minimum. There ∇g = 0 is implicit Euler, whatever the method. The
 * Hessian is at least M/h² + (1 - L/|e|) Lap, |e| the least stretched spring's length: an alternation leaves at most
 * L/|e| of the error in the modes that springs resist.
 */
describe('the minimum', () => {
  const stretched = cloth({
    particles: [9, 9],
    stretch: 1.1,
    mass: 1,
    stiffness: 1000,
    rotation: [-60, 0, 0],
    pins: ['top-left', 'top-right', 'bottom-left', 'bottom-right'],
  });

  it('is that of red-black Gauss-Seidel run to convergence, to a micrometre', async () => {
    const world = await open(stretched);
    await disorder(world, 9, 0.02);
    const { y, step } = await stepper(world);
    const sweeps = await step({ id: 'pd-rbgs', outer: 10_000, inner: 1 });
    expect(largestDifference(sweeps, y)).toBeGreaterThan(0.01);
    // L-BFGS stops where g, about 1 J, falls by less than its rounding: (∇g)²/(2 · 25 N/m) = 1e-14 J or so.
    for (const { force, ...method } of [
      { ...PLAIN, outer: 3000, force: 1e-8 },
      { ...LBFGS, outer: 300, force: 1e-5 },
    ]) {
      const p = await step(method);
      expect(largestDifference(p, sweeps)).toBeLessThan(1e-6);
      const gradient = gradientOfG(world.model, p, y, h);
      expect(largestDifference(gradient, new Float64Array(gradient.length))).toBeLessThan(force);
    }
  });

  it('is approached by L-BFGS in a third of the iterations and fewer', async () => {
    const world = await open(hangingCloth(20));
    world.configure({ method: { ...PLAIN, outer: 50 } });
    world.step(10);
    const { y, step } = await stepper(world);
    const reached = async (method: MethodOptions, outer: number) =>
      energyG(world.model, await step({ ...method, outer }), y, h);
    const start = energyG(world.model, y, y, h);
    const least = Math.min(await reached(PLAIN, 5000), await reached(LBFGS, 1000));

    /** Iterations until g is within `share` of all there is to gain: doubled, then halved. */
    const iterationsTo = async (share: number, method: MethodOptions) => {
      const goal = least + share * (start - least);
      let most = 1;
      while ((await reached(method, most)) > goal) most *= 2;
      let below = most >> 1;
      while (most - below > 1) {
        const middle = (most + below) >> 1;
        if ((await reached(method, middle)) > goal) below = middle;
        else most = middle;
      }
      return most;
    };
    for (const share of [1e-2, 1e-3, 1e-4]) {
      const [plain, learned] = [await iterationsTo(share, PLAIN), await iterationsTo(share, LBFGS)];
      console.info(`iterations until ${share} of the gain is left: plain ${plain}, L-BFGS ${learned}`);
      expect(plain).toBeGreaterThan((share < 1e-2 ? 5 : 3) * learned);
    }
  });
});

/* What a change leaves behind must be what a world finds that never knew anything else: the same bits. */
describe.each([
  { what: 'reference', make: () => reference() },
  { what: 'wasm', make: () => wasm({ threads: 1 }) },
])('after a change, as if new: $what', ({ make }) => {
  const method: MethodOptions = { ...PLAIN, outer: 3 };
  const running = async (bodies: Body[], timestep = h) => {
    const world = await createWorld({ bodies, timestep, method, backend: make() });
    worlds.push(world);
    return world;
  };
  const expectSame = async (world: World, fresh: World, stale: World) => {
    const snapshot = await world.snapshot();
    fresh.restore(snapshot);
    stale.restore(snapshot);
    for (const each of [world, fresh]) each.step(3);
    expect(await world.hash()).toBe(await fresh.hash());
    return stale;
  };

  it('pins and releases', async () => {
    const body = () => [hangingCloth(9)];
    const [world, fresh, other] = [await running(body()), await running(body()), await running(body())];
    world.step(2);
    world.pin(40);
    await expectSame(world, fresh, other);
    other.unpin(40);
    other.step(3);
    expect(await other.hash()).not.toBe(await world.hash());
    world.unpin(0);
    await expectSame(world, await running(body()), other);
  });

  it('time step', async () => {
    const world = await running([hangingCloth(9)]);
    world.step(2);
    world.configure({ timestep: 1 / 100 });
    const old = await running([hangingCloth(9)]);
    await expectSame(world, await running([hangingCloth(9)], 1 / 100), old);
    old.step(3);
    expect(await old.hash()).not.toBe(await world.hash());
  });

  it('masses and stiffness, from the snapshot of a world of the same springs', async () => {
    const heavy = () => [cloth({ particles: [9, 9], mass: 3, stiffness: 400, pins: ['top-left'] })];
    const [world, source] = [await running([hangingCloth(9)]), await running(heavy())];
    world.step(2);
    source.step(2);
    world.restore(await source.snapshot());
    for (const each of [world, source]) each.step(3);
    expect(await world.hash()).toBe(await source.hash());
  });
});

/*
 * [PNF18]'s enlarged cloth: no inertia, no pin, so A is singular. Its springs all keep their direction, so one alternation
 * must find the cloth at rest: the error falls from 19,800 (4L)² to rounding.
 */
describe('without inertia and pins', () => {
  const still: MethodOptions = { ...PLAIN, outer: 1, integrate: false };

  it.each([
    { what: 'float64', backend: reference(), left: 1e-20 },
    // Every δ of up to 4 m rounds by 2.4e-7 m, and the solve carries it along 100 rows: some 1e-5 m a spring at worst.
    { what: 'float32', backend: wasm({ threads: 1 }), left: 1e-9 },
  ])('an enlarged cloth shrinks in one iteration, $what', async ({ backend, left }) => {
    const body = cloth({ particles: [100, 100], stretch: 5, stiffness: 1000 });
    const world = await createWorld({ bodies: [body], method: still, backend });
    worlds.push(world);
    const before = (await world.statistics()).error;
    expect(before / (19_800 * (4 / 99) ** 2)).toBeCloseTo(1, 5);
    world.step();
    const after = await world.statistics();
    expect(after.error).toBeLessThan(left * before);
    expect(after.faults).toBe(0);
  });

  it('what no spring holds stays where it is, beside what one does', async () => {
    const alone = network({ vertices: [[5, 5, 5]], springs: [], masses: [1] });
    const vertices = [0, 2, 4].map((x) => [x, 0, 0] as const);
    const springs = [[0, 1] as const, [1, 2] as const];
    const tooLong = network({ vertices, springs, restLengths: [1, 1] });
    const world = await createWorld({ bodies: [alone, tooLong], method: still, backend: 'reference' });
    worlds.push(world);
    world.step();
    const { positions } = await stateOf(world);
    expect([...positions.slice(0, 3)]).toEqual([5, 5, 5]);
    expect(Math.hypot(...difference(positions, 1, 2))).toBeCloseTo(1, 12);
    expect(Math.hypot(...difference(positions, 2, 3))).toBeCloseTo(1, 12);
  });
});
