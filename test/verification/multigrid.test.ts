/** `pd-multigrid` against mathematics. */

import { type Body, cloth, createWorld, network, reference, rope, solid, type World, wasm } from 'selvedge';
import { afterAll, describe, expect, it } from 'vitest';
import { SPRINGS_ALONE } from '../../engine/methods/method.ts';
import { multigrid } from '../../engine/methods/multigrid/index.ts';
import { buildModel } from '../../engine/model.ts';
import { joinPlans } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';
import { unevenNet } from '../conformance/scenes.ts';
import { errorNorms, lastFactor } from '../methods/v-cycle.ts';
import { energyG, predicted, randomNumbers, stateOf } from './mathematics.ts';

const id = 'pd-multigrid';
const worlds: World[] = [];
afterAll(() => {
  for (const world of worlds) world.dispose();
});

/** [PNF18]'s hanging cloth: 0.01 kg a particle, 0.01 m apart, let go horizontally from two corners. */
const hanging = (n: number, k = 1e6) =>
  cloth({
    particles: [n, n],
    size: [0.01 * (n - 1), 0.01 * (n - 1)],
    mass: 0.01 * n * n,
    stiffness: k,
    rotation: [90, 0, 0],
    pins: ['top-left', 'top-right'],
  });

/* A δ = 0 from a random δ: the energy norm of what is left, cycle by cycle, h = 2 ms. */
describe('the linear problem', () => {
  const inertia = 1 / 0.002 ** 2;
  const factor = async (bodies: Body[], backend = wasm({ threads: 1 })) =>
    lastFactor(await errorNorms(backend, bodies, { inertia, cycles: 14 }));

  it.each([
    { what: 'float64', make: () => reference() },
    { what: 'float32', make: () => wasm({ threads: 1 }) },
  ])('a factor of a quarter at any size, $what', async ({ make }) => {
    const factors = [];
    for (const n of [32, 64, 128, 197]) factors.push(await factor([hanging(n)], make()));
    console.info(`factors at 32, 64, 128, 197: ${factors.map((f) => f.toFixed(3)).join(' ')}`);
    expect(Math.max(...factors)).toBeLessThan(0.25);
    expect(Math.max(...factors) - Math.min(...factors)).toBeLessThan(0.01);
  });

  const woven = cloth({
    particles: [61, 47],
    stiffness: { structural: 1e5, shear: 1e5, bend: 1e4 },
    pins: ['top-left', 'bottom'],
  });
  const patched = hanging(60);
  for (let s = 0; s < patched.stiffness.length; s++)
    if (patched.ends[2 * s] < 1800) patched.stiffness[s] = 1e5;
  const random = randomNumbers(4);
  const noisy = hanging(60);
  const long = cloth({ particles: [200, 9], mass: 18, stiffness: 1e6, pins: ['left'] });
  const halved = cloth({ particles: [100, 51], mass: 51, stiffness: 1e6, pins: ['top'] });

  it.each([
    { what: 'shear and bend', bodies: [woven], most: 0.3 },
    { what: 'two stiffnesses, ten to one', bodies: [patched], most: 0.35 },
    // Interpolation does not depend on the springs.
    {
      what: 'a stiffness at random from a decade for every spring',
      bodies: [{ ...noisy, stiffness: noisy.stiffness.map((k) => k * 10 ** (random() / 2)) }],
      most: 0.6,
    },
    { what: 'twice as long', bodies: [halved], most: 0.35 },
    { what: 'twenty times as long', bodies: [long], most: 0.45 },
    { what: 'pins inside', bodies: [{ ...hanging(50), pins: [0, 777, 1234, 1235, 1284, 2022] }], most: 0.5 },
    { what: 'several at once', bodies: [woven, hanging(33), halved], most: 0.35 },
  ])('$what: a factor below $most', async ({ what, bodies, most }) => {
    const found = await factor(bodies);
    console.info(`${what}: ${found.toFixed(3)}`);
    expect(found).toBeLessThan(most);
  });

  /*
   * What gravity asks of δ at rest, h²g everywhere but at the pins, lies in the coarsest space: without sweeps on the way down
   * a single cycle finds it, up to the rounding of float64.
   */
  it('finds what holds against gravity in one cycle', async () => {
    for (const n of [32, 101]) {
      const norms = await errorNorms(reference(), [hanging(n)], { inertia, cycles: 1, error: () => 1 });
      expect(norms[1]).toBeLessThan(1e-9 * norms[0]);
    }
  });
});

/*
 * 2 cycles of 2 ms per step on float32 must rest where Newton's method in float64 finds the equilibrium, whatever path led there.
 */
it('100×100 particles hang within 2 % of the exact error after 11 s', async () => {
  // m², by `equilibrium([hanging(100)])` of lab/equilibrium.ts, forces balanced to 1e-6 of a weight: half a minute.
  const exact = 2.794299e-5;
  const world = await createWorld({
    bodies: [hanging(100)],
    timestep: 0.002,
    damping: 1,
    method: { id, outer: 2 },
    backend: wasm({ threads: 1 }),
  });
  worlds.push(world);
  world.step(5500);
  const { error, faults } = await world.statistics();
  console.info(`total squared error ${error}, exact ${exact}`);
  expect(faults).toBe(0);
  expect(Math.abs(error / exact - 1)).toBeLessThan(0.02);
});

/*
 * The local step minimises over directions. The coarse operators are Galerkin's: a correction by a contraction of the coarse error
 * never adds to the energy norm, nor does a sweep. 1e-13 of g for the rounding of its sum.
 */
it('g never rises', async () => {
  const h = 1 / 30;
  const motion = { h, gravity: [0, -9.81, 0] as const, damping: 0.5 };
  const random = randomNumbers(8);
  const tied = network({
    vertices: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ],
    springs: [
      [0, 1],
      [1, 2],
      [2, 0],
    ],
  });
  const scenes = [
    [hanging(24, 1000)],
    [cloth({ particles: [13, 30] }), tied],
    [hanging(4), rope()],
    [solid({ particles: [5, 6, 4] }), unevenNet()],
  ];
  for (const bodies of scenes) {
    const world = await createWorld({
      bodies,
      timestep: h,
      gravity: motion.gravity,
      damping: motion.damping,
      backend: reference(),
    });
    worlds.push(world);
    for (const amount of [0.003, 0.03, 0.3]) {
      const { positions } = await stateOf(world);
      world.write({
        positions: positions.map((q, n) => (world.isPinned(Math.floor(n / 3)) ? q : q + amount * random())),
      });
      const start = await world.snapshot();
      const y = predicted(world.model, await stateOf(world), motion);
      let g = energyG(world.model, y, y, h);
      const first = g;
      for (let outer = 1; outer <= 25; outer++) {
        world.restore(start);
        world.configure({ method: { id, outer } });
        world.step();
        const now = energyG(world.model, (await stateOf(world)).positions, y, h);
        expect(now).toBeLessThanOrEqual(g * (1 + 1e-13));
        g = now;
      }
      expect(g).toBeLessThan(0.9 * first);
    }
  }
});

/* The same over a thousand cycles of one step, y held: g falls, or stands still to rounding, from the first to the last. */
it.each([
  { what: 'stiff', body: hanging(14), h: 0.002 },
  { what: '1/30 s', body: hanging(17, 1000), h: 1 / 30 },
])('g never rises over 1000 cycles: $what', { timeout: 120_000 }, async ({ body, h }) => {
  const model = buildModel([body]);
  const values = { outer: 1, accuracy: 0, rho: 0 };
  const setting = {
    model,
    h,
    inertia: 1 / h ** 2,
    ...SPRINGS_ALONE,
    values,
  };
  const machine = await reference().open(joinPlans(memoryOf(model), multigrid.scratch(setting)));
  const { particles, slotOf, idOf, masses, positions, pins } = model;
  const random = randomNumbers(2);
  const y = positions.map((q, n) => (pins.includes(Math.floor(n / 3)) ? q : q + 0.02 * random()));
  for (let id = 0; id < particles; id++) {
    machine.write('masses', [masses[id], pins.includes(id) ? 0 : 1 / masses[id]], 4 * slotOf[id]);
    machine.write('x', y.subarray(3 * id, 3 * id + 3), 4 * slotOf[id]);
  }
  machine.load('prepare', multigrid.prepare(setting));
  machine.load('cycle', multigrid.record(setting).program);
  machine.run('prepare');
  let g = energyG(model, y, y, h);
  const first = g;
  for (let cycle = 0; cycle < 1000; cycle++) {
    machine.run('cycle');
    const [delta] = await machine.read('delta');
    const p = y.slice();
    for (let slot = 0; slot < particles; slot++)
      for (let c = 0; c < 3; c++) p[3 * idOf[slot] + c] += delta[4 * slot + c];
    const now = energyG(model, p, y, h);
    expect(now).toBeLessThanOrEqual(g * (1 + 1e-13));
    g = now;
  }
  expect(g).toBeLessThan(0.5 * first);
});

/*
 * A step of implicit Euler takes energy out of the motion. So do two cycles towards it, and an undamped cloth's kinetic, spring and
 * potential energy together never pass what they were when it hung still in the air. Only where the cloth is as good as
 * rigid in a step, √(k h²/m) = 20 of its 24 cells, two local steps turn the springs too little in the first hundredth of a second, as they do with an exact
 * global step (`pd-cholesky`): up to 1 % of what moves, m g times the cloth's length. To an accuracy that is gone as well.
 */
it.each([
  { n: 24, k: 1e4, h: 1 / 240, method: { outer: 2 }, above: 0 },
  { n: 24, k: 1000, h: 1 / 60, method: { outer: 2 }, above: 0 },
  { n: 50, k: 1e6, h: 0.002, method: { outer: 2 }, above: 0 },
  { n: 24, k: 1e6, h: 0.002, method: { outer: 2 }, above: 0.01 },
  { n: 24, k: 1e6, h: 0.002, method: { outer: 60, accuracy: 0.01 }, above: 0 },
])('no energy comes in: $n², k = $k, $method', { timeout: 120_000 }, async ({ n, k, h, method, above }) => {
  const world = await createWorld({
    bodies: [hanging(n, k)],
    timestep: h,
    damping: 0,
    method: { id, ...method },
    backend: wasm({ threads: 1 }),
  });
  worlds.push(world);
  const total = async () => {
    const { kinetic, spring, potential } = (await world.statistics()).energy;
    return kinetic + spring + potential;
  };
  const start = await total();
  const moved = 0.01 * n ** 2 * 9.81 * 0.01 * (n - 1);
  while (world.time < 3) {
    world.step(2);
    expect(await total()).toBeLessThan(start + above * moved);
  }
});

/*
 * Chebyshev's semi-iteration over cycles: not much for a few, as much as twice the cycles for ten and more. ρ is held to what
 * so few cycles bear, so that the cloth still comes to rest.
 */
describe('Chebyshev over cycles', () => {
  it.each([
    { what: 'stiff', body: hanging(30), h: 0.002, steps: 100 },
    { what: 'soft', body: hanging(30, 1000), h: 1 / 30, steps: 10 },
  ])('ten cycles are worth sixteen: $what', async ({ body, h, steps }) => {
    const world = await createWorld({
      bodies: [body],
      timestep: h,
      damping: 1,
      method: { id, outer: 4 },
      backend: wasm({ threads: 1 }),
    });
    worlds.push(world);
    world.step(steps);
    const start = await world.snapshot();
    const y = predicted(world.model, await stateOf(world), { h, gravity: [0, -9.81, 0], damping: 1 });
    const left = async (method: { outer: number; rho?: number }) => {
      world.restore(start);
      world.configure({ method: { id, ...method } });
      world.step();
      return energyG(world.model, (await stateOf(world)).positions, y, h);
    };
    const [accelerated, plain, more] = [
      await left({ outer: 10, rho: 0.99 }),
      await left({ outer: 10 }),
      await left({ outer: 16 }),
    ];
    console.info(`g ${accelerated} with ρ, ${plain} without, ${more} after sixteen`);
    expect(accelerated).toBeLessThan(more);
    expect(more).toBeLessThan(plain);
    expect(world.warnings.join()).toContain('ρ = 0.99 would overshoot with 10 sweeps');
  });

  it.each([2, 5, 10])('%i cycles a step come to rest with ρ = 0.99', async (outer) => {
    const world = await createWorld({
      bodies: [hanging(16, 1000)],
      timestep: 1 / 30,
      damping: 1,
      method: { id, outer, rho: 0.99 },
      backend: wasm({ threads: 1 }),
    });
    worlds.push(world);
    world.step(600);
    const { energy, faults } = await world.statistics();
    expect(faults).toBe(0);
    expect(energy.kinetic).toBeLessThan(1e-6);
  });
});

/* [PNF18]'s enlarged cloth: without inertia and pins A is singular, and so is the coarsest level. */
it.each([
  { what: 'float64', make: () => reference() },
  { what: 'float32', make: () => wasm({ threads: 1 }) },
])('an enlarged cloth is 0.01 % of its error away after three cycles, $what', async ({ make }) => {
  const body = cloth({ particles: [100, 100], stretch: 5, stiffness: 1000 });
  const world = await createWorld({
    bodies: [body],
    method: { id, outer: 1, integrate: false },
    backend: make(),
  });
  worlds.push(world);
  const errors = [(await world.statistics()).error];
  for (let cycle = 0; cycle < 3; cycle++) {
    world.step();
    errors.push((await world.statistics()).error);
  }
  console.info(
    `enlarged cloth, of its error: ${errors.map((error) => (error / errors[0]).toExponential(1)).join(' ')}`,
  );
  expect(errors[1]).toBeLessThan(1e-2 * errors[0]);
  expect(errors[3]).toBeLessThan(1e-4 * errors[0]);
  expect((await world.statistics()).faults).toBe(0);
});

/* What a change leaves behind must be what a world finds that never knew anything else: the same bits. */
describe.each([
  { what: 'reference', make: () => reference() },
  { what: 'wasm', make: () => wasm({ threads: 1 }) },
])('after a change, as if new: $what', ({ make }) => {
  const running = async (timestep = 1 / 60, stiffnessDamping = 0) => {
    const world = await createWorld({
      bodies: [hanging(19, 1000)],
      timestep,
      stiffnessDamping,
      method: { id },
      backend: make(),
    });
    worlds.push(world);
    return world;
  };
  const hashesFrom = async (world: World, ...others: World[]) => {
    const snapshot = await world.snapshot();
    const hashes = [];
    for (const each of [world, ...others]) {
      if (each !== world) each.restore(snapshot);
      each.step(3);
      hashes.push(await each.hash());
    }
    return hashes;
  };

  it('pins', async () => {
    const world = await running();
    world.step(2);
    world.pin(200);
    const fresh = await running();
    const [changed, anew] = await hashesFrom(world, fresh);
    expect(changed).toBe(anew);
    expect((await stateOf(world)).velocities.slice(600, 603)).toEqual(new Float64Array(3));
  });

  it('time step and damping by stiffness', async () => {
    const world = await running();
    world.step(2);
    world.configure({ timestep: 1 / 200, stiffnessDamping: 0.01 });
    const [changed, anew, other] = await hashesFrom(world, await running(1 / 200, 0.01), await running());
    expect(changed).toBe(anew);
    expect(changed).not.toBe(other);
  });
});
