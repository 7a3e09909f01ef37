/** The time-budget mode, with a clock that the test controls. */
import { cloth, LIMITS, type MethodOptions, reference, rope, type World } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { Budget } from '../../engine/budget.ts';
import { open } from './worlds.ts';

/**
 * A clock for the reference on which every kernel call takes `cost` milliseconds and nothing else takes any. The reference
 * looks at it when a run begins, before and after every call, and when the run ends: every second look is after a call.
 */
function kernelClock(cost: { ms: number }): () => number {
  let [looks, time] = [0, 0];
  return () => {
    looks++;
    if (looks % 2 === 1) time += cost.ms;
    return time;
  };
}

/** Red-black with two colours: predict, finish, and an iteration of a local step and 2 × inner calls. */
const callsPerIteration = (inner: number) => 1 + 2 * inner;
const scene = (budget: number, inner: number, cost: { ms: number }) => ({
  bodies: [cloth({ particles: [6, 6], stiffness: 1000, pins: ['top'] as const })],
  method: { id: 'pd-rbgs', budget, inner },
  backend: reference({ now: kernelClock(cost) }),
});

async function iterationsOver(world: World, steps: number): Promise<number[]> {
  const counts = [];
  for (let n = 0; n < steps; n++) {
    world.step();
    counts.push((await world.statistics()).iterations);
    expect(world.method.outer).toBe(counts[n]);
  }
  return counts;
}

describe('a world with a budget', () => {
  it.each([1, 2, 4, 8])('of %d ms takes one iteration first, then what fits', async (budget) => {
    const cost = { ms: 1 / 128 }; // exact in binary, so that the clock does not round
    const world = await open(scene(budget, 3, cost));
    const fits = Math.floor((budget - 2 * cost.ms) / (callsPerIteration(3) * cost.ms));
    expect(fits).toBeGreaterThan(10);
    expect(await iterationsOver(world, 5)).toEqual([1, fits, fits, fits, fits]);
    const { ms } = await world.statistics();
    expect(ms.perStep).toBeLessThanOrEqual(budget);
  });

  it('never takes less than one iteration', async () => {
    const world = await open(scene(1, 10, { ms: 5 }));
    expect(await iterationsOver(world, 4)).toEqual([1, 1, 1, 1]);
  });

  it('follows a machine that slows down and recovers', async () => {
    const cost = { ms: 0.01 };
    const world = await open(scene(2, 1, cost));
    const fits = () => Math.floor((2 - 2 * cost.ms) / (callsPerIteration(1) * cost.ms));
    expect(Math.abs((await iterationsOver(world, 3)).at(-1)! - fits())).toBeLessThanOrEqual(1);
    cost.ms = 0.02;
    const slowing = await iterationsOver(world, 30);
    expect(slowing[1]).toBeLessThan(slowing[0]);
    expect(slowing[1]).toBeGreaterThan(fits()); // one slow step is not believed at once
    expect(Math.abs(slowing.at(-1)! - fits())).toBeLessThanOrEqual(1);
    cost.ms = 0.01;
    expect(Math.abs((await iterationsOver(world, 30)).at(-1)! - fits())).toBeLessThanOrEqual(1);
  });

  it('can be replayed with the counts it reported, to the bit', async () => {
    const cost = { ms: 0.01 };
    const world = await open(scene(1, 2, cost));
    const counts = [];
    for (let n = 0; n < 12; n++) {
      cost.ms = 0.01 + 0.004 * (n % 3);
      counts.push(...(await iterationsOver(world, 1)));
    }
    expect(new Set(counts).size).toBeGreaterThan(3);
    const replay = await open({ bodies: scene(1, 2, cost).bodies });
    for (const outer of counts) {
      replay.configure({ method: { id: 'pd-rbgs', outer, inner: 2 } });
      replay.step();
    }
    expect(await replay.hash()).toBe(await world.hash());
  });

  it('several steps at once learn as single ones do', async () => {
    const [one, many] = [await open(scene(1, 2, { ms: 0.01 })), await open(scene(1, 2, { ms: 0.01 }))];
    for (let n = 0; n < 6; n++) one.step();
    many.step(6);
    expect(await many.hash()).toBe(await one.hash());
    expect(many.method.outer).toBe(one.method.outer);
  });

  it('goes back to a fixed count when the budget is taken away', async () => {
    const world = await open(scene(4, 2, { ms: 0.01 }));
    await iterationsOver(world, 3);
    world.configure({ method: { id: 'pd-rbgs', outer: 3, inner: 2, budget: undefined } });
    expect(await iterationsOver(world, 3)).toEqual([3, 3, 3]);
  });
});

/** Stiff enough for multigrid, and not. */
describe.each([
  { stiffness: 10, solver: 'pd-rbgs' },
  { stiffness: 4000, solver: 'pd-multigrid' },
])('auto with a budget, which chose $solver', ({ stiffness, solver }) => {
  const bodies = [cloth({ particles: [30, 30], stiffness, pins: ['top'] })];
  const cost = { ms: 1 / 128 };
  const automatic = (method: MethodOptions) =>
    open({ bodies, method: { id: 'auto', ...method }, backend: reference({ now: kernelClock(cost) }) });

  /** Kernel calls of a step. */
  async function callsWith(outer: number): Promise<number> {
    const world = await automatic({ outer });
    world.step(); // and the preparation
    const before = await world.executed();
    world.step();
    return [...(await world.executed())].reduce((sum, [name, n]) => sum + n - (before.get(name) ?? 0), 0);
  }

  it('takes what fits', async () => {
    const each = (await callsWith(2)) - (await callsWith(1));
    expect(each).toBeGreaterThan(10);
    const world = await automatic({ budget: 4 });
    const fits = Math.floor((4 - 2 * cost.ms) / (each * cost.ms));
    expect(fits).toBeGreaterThan(2);
    expect(await iterationsOver(world, 4)).toEqual([1, fits, fits, fits]);
    const { solver: found } = await world.statistics();
    expect([found.id, found.parameters.outer]).toEqual([solver, fits]);
  });
});

it('auto takes no more sweeps than a step may have, whatever the budget', async () => {
  const world = await open({
    bodies: [rope({ particles: 3 })],
    method: { id: 'auto', budget: 1000 },
    backend: reference({ now: kernelClock({ ms: 1e-9 }) }),
  });
  expect(await iterationsOver(world, 2)).toEqual([1, LIMITS.iterations.max / 10]);
});

describe('Budget', () => {
  it('blends what it sees: 0.7 of the old, 0.3 of the new', () => {
    const budget = new Budget(10, 1000);
    expect(budget.count).toBe(1);
    budget.observe(1, 1.5, { predict: 0.25, local: 0.5, global: 0.5, finish: 0.25 });
    expect(budget.count).toBe(9); // (10 - 0.5) / 1
    budget.observe(9, 18.5, { local: 9, global: 9, predict: 0.5 });
    expect(budget.count).toBe(7); // (10 - 0.5) / (0.7 · 1 + 0.3 · 2) = 7.3
  });

  it('counts the whole step where the phases are not told apart', () => {
    const budget = new Budget(10, 1000);
    budget.observe(4, 2, {});
    expect(budget.count).toBe(20);
  });

  it('stays between one and the most a step may take', () => {
    const budget = new Budget(10, 50);
    budget.observe(1, 0, {}); // too short for the clock: try twice as much
    expect(budget.count).toBe(2);
    for (let k = 0; k < 20; k++) budget.observe(1, 1e-6, {});
    expect(budget.count).toBe(50);
    budget.observe(1, 1e9, {});
    expect(budget.count).toBe(1);
  });
});
