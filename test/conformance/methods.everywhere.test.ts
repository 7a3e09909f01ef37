/** Every method over a few steps on every backend, against the reference. */

import { type Backend, createWorld, METHODS, reference, type Statistics } from 'selvedge';
import { afterAll, describe, expect, test } from 'vitest';
import { runsOn } from '../../engine/support.ts';
import { FAST_BACKENDS } from './backends.ts';
import { BODIES } from './scenes.ts';
import { U } from './tolerance.ts';

const STEPS = 8;
const SPLITS = [
  { outer: 1, inner: 10 },
  { outer: 5, inner: 1 },
  { outer: 3, inner: 3 },
] as const;

/**
 * Positions are of size 1 m. A step rounds x twice (predict, finish) by u and the correction, of size L ≤ 0.7, in rows of up
 * to 12 terms: under 8 u a step. Every step's error is carried on; by how much it grows is measured on the reference, which
 * runs the same steps from a start that is off by 1e-9 m everywhere.
 */
const OFF = 1e-9;
/** Metres: the cloths' spacing, a little pressed. */
const SHORTEST_EDGE = 0.04;
const positionTolerance = (growth: number) => 8 * U * STEPS * Math.max(1, growth);

async function run(
  backend: Backend,
  id: string,
  body: string,
  split: (typeof SPLITS)[number],
  omega: number,
  /** Metres by which the start is off, to and fro. */
  off = 0,
) {
  const timestep = 1 / 120;
  const world = await createWorld({
    bodies: [BODIES[body]()],
    backend,
    method: { id, ...split, omega },
    timestep,
  });
  if (off > 0)
    world.write({ positions: world.model.positions.map((value, k) => value + (k % 2 ? off : -off)) });
  world.step(3);
  world.step(STEPS - 3);
  const count = 3 * world.model.particles;
  const targets = {
    positions: new Float64Array(count),
    velocities: new Float64Array(count),
    normals: new Float64Array(count),
  };
  await world.read(targets);
  const statistics = await world.statistics();
  const executed = await world.executed();
  world.dispose();
  return { ...targets, statistics, executed, timestep };
}

const largest = (a: Float64Array, b: Float64Array) =>
  a.reduce((most, value, k) => Math.max(most, Math.abs(value - b[k])), 0);

/** Sums are relative to their own size: each term is a difference of lengths known to u/L, L ≥ 0.05. */
function expectSameStatistics(actual: Statistics, expected: Statistics) {
  const near = (a: number, b: number, scale: number) =>
    expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-3 * scale + 1e-6);
  near(actual.error, expected.error, expected.error);
  near(actual.strain.mean, expected.strain.mean, expected.strain.mean);
  near(actual.strain.max, expected.strain.max, expected.strain.max);
  near(actual.energy.kinetic, expected.energy.kinetic, expected.energy.kinetic);
  near(actual.energy.spring, expected.energy.spring, expected.energy.spring);
  near(actual.energy.potential, expected.energy.potential, Math.abs(expected.energy.potential));
  expect(actual.faults).toBe(0);
}

describe.each(FAST_BACKENDS)('$name', ({ name, open }) => {
  let backend: Backend | undefined;
  afterAll(() => backend?.dispose());

  for (const method of METHODS) {
    if (!runsOn(method, name === 'webgpu' ? 'webgpu' : 'wasm')) continue;
    for (const omega of method.relaxes ? [1, 1.5] : [1]) {
      test.each(Object.keys(BODIES))(`${method.id}, ω ${omega}, %s`, async (body) => {
        backend ??= await open();
        for (const split of SPLITS) {
          const expected = await run(reference(), method.id, body, split, omega);
          const actual = await run(backend, method.id, body, split, omega);
          const moved = largest(expected.positions, BODIES[body]().positions);
          expect(moved).toBeGreaterThan(1e-3);
          const disturbed = await run(reference(), method.id, body, split, omega, OFF);
          const tolerance = positionTolerance(largest(disturbed.positions, expected.positions) / OFF);
          expect(largest(actual.positions, expected.positions)).toBeLessThanOrEqual(tolerance);
          // v = v' + δ/h: what a position is off, over h.
          const { timestep } = expected;
          expect(largest(actual.velocities, expected.velocities)).toBeLessThanOrEqual(
            (2 * tolerance) / timestep,
          );
          // A normal turns by what its corners are off over the length of an edge, on both sides.
          expect(largest(actual.normals, expected.normals)).toBeLessThanOrEqual(
            (4 * tolerance) / SHORTEST_EDGE + 20 * U,
          );
          expectSameStatistics(actual.statistics, expected.statistics);
          // The same kernels, the same number of times, each counted by the backend that ran it.
          expect(Object.fromEntries(actual.executed)).toEqual(Object.fromEntries(expected.executed));
        }
      });
    }
  }
});
