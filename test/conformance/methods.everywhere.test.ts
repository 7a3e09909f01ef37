/** Every method over a few steps on every backend, against the reference. */

import {
  type Backend,
  createWorld,
  METHODS,
  type Method,
  type Model,
  reference,
  type Statistics,
} from 'selvedge';
import { afterAll, describe, expect, test } from 'vitest';
import { runsOn } from '../../engine/support.ts';
import { methodWith } from '../method-with.ts';
import { FAST_BACKENDS } from './backends.ts';
import { BODIES } from './scenes.ts';
import { U } from './tolerance.ts';

const STEPS = 8;
const SPLITS = [
  { outer: 1, inner: 10 },
  { outer: 5, inner: 1 },
  { outer: 3, inner: 3 },
] as const;

interface Variant {
  readonly omega?: number;
  readonly rho?: number;
  readonly history?: number;
  readonly accuracy?: number;
  readonly linear?: string;
  readonly warmup?: number;
  readonly stiffnessDamping?: number;
}

/** What a method can be run with besides its iterations. */
const variantsOf = ({ parameters, isRigid }: Method): Variant[] => [
  {},
  ...('omega' in parameters ? [{ omega: 1.5 }] : []),
  ...('rho' in parameters ? [{ rho: 0.8 }] : []),
  ...('accuracy' in parameters ? [{ accuracy: 1e-9 }] : []),
  ...('history' in parameters ? [{ history: 3 }] : []),
  ...('linear' in parameters ? [{ linear: 'cg', warmup: 2 }] : []),
  ...(isRigid ? [] : [{ stiffnessDamping: 0.01 }]),
];

/**
 * Positions are of size 1 m. A step rounds x twice (predict, finish) by u and the correction, of size L ≤ 0.7, in rows of up
 * to 12 terms: under 8 u a step. Every step's error is carried on; by how much it grows is measured on the reference, which
 * runs the same steps from a start that is off by 1e-9 m everywhere.
 */
const OFF = 1e-9;
/** Metres: the cloths' spacing, a little pressed. */
const SHORTEST_EDGE = 0.04;
const positionTolerance = (growth: number) => 8 * U * STEPS * Math.max(1, growth);

/** Runs of the same start with each of the splits, in one world: to open one takes longer than its steps. */
async function runsOf(
  backend: Backend,
  { id, parameters }: Method,
  body: string,
  { stiffnessDamping, ...values }: Variant,
  /** Metres by which the start is off, to and fro. */
  off = 0,
): Promise<Run[]> {
  const timestep = 1 / 120;
  const world = await createWorld({ bodies: [BODIES[body]()], backend, timestep, stiffnessDamping });
  if (off > 0)
    world.write({ positions: world.model.positions.map((value, k) => value + (k % 2 ? off : -off)) });
  const start = await world.snapshot();
  const runs: Run[] = [];
  for (const split of 'outer' in parameters ? SPLITS : SPLITS.slice(0, 1)) {
    const before = await world.executed();
    world.restore(start);
    world.configure({ method: methodWith(id, { ...split, ...values }) });
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
    const executed = new Map(
      [...(await world.executed())].map(([name, times]) => [name, times - (before.get(name) ?? 0)]),
    );
    runs.push({ ...targets, statistics, executed, timestep, model: world.model });
  }
  world.dispose();
  return runs;
}

interface Run {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly normals: Float64Array;
  readonly statistics: Statistics;
  /** How often each kernel ran. */
  readonly executed: ReadonlyMap<string, number>;
  readonly timestep: number;
  readonly model: Model;
}

type Expected = readonly { readonly expected: Run; readonly growth: number }[];
const known = new Map<string, Promise<Expected>>();

/** The reference's runs, once for all backends, and by how much each carries on an error of its start. */
function expectedOf(method: Method, body: string, variant: Variant): Promise<Expected> {
  const key = `${method.id} ${body} ${JSON.stringify(variant)}`;
  const make = async () => {
    const exact = await runsOf(reference(), method, body, variant);
    const disturbed = await runsOf(reference(), method, body, variant, OFF);
    return exact.map((expected, k) => ({
      expected,
      growth: largest(disturbed[k].positions, expected.positions) / OFF,
    }));
  };
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

/**
 * What ran, that in blocks under the names that the method recorded, without the ways in and out of them. Sweeps in blocks go several
 * in a pass: how many there were is seen from where they end.
 */
function asRecorded(executed: ReadonlyMap<string, number>, inPasses: boolean): Record<string, number> {
  const names: Readonly<Record<string, readonly string[]>> = {
    blockPredict: ['predict'],
    blockTake: ['predict'],
    blockLocal: ['local'],
    blockAdvance: ['finish', 'predict'],
    blockGive: ['finish'],
    blockFinish: ['finish'],
  };
  const counts: Record<string, number> = {};
  for (const [name, count] of executed) {
    const isOther = name.startsWith('sweep') || (name.startsWith('block') && !(name in names));
    if (count === 0 || isOther || (inPasses && name === 'relax')) continue;
    for (const recorded of names[name] ?? [name]) counts[recorded] = (counts[recorded] ?? 0) + count;
  }
  return counts;
}

const largest = (a: Float64Array, b: Float64Array) =>
  a.reduce((most, value, k) => Math.max(most, Math.abs(value - b[k])), 0);

/**
 * What positions off by p and velocities off by v (each coordinate) do to the sums over n springs and mass M:
 *   a length by s = 2√3 p (two ends) and its own rounding, 4 u; Σ stretch² by 2 √(n Σ) s + n s² (Cauchy-Schwarz); energy by
 *   k/2 times that; strain by s/L; ½Mv² by √(2MK) √3 v + ½M 3v²; -Mg·x by M g √3 p.
 * Blocks of 256 are then summed one by one: 256 + 8 roundings of the sum itself, of Σ m g |x| for the potential.
 */
function expectSameStatistics(actual: Statistics, expected: Statistics, p: number, v: number, model: Model) {
  const { springs: n, restLengths, stiffness, masses } = model;
  const mass = masses.reduce((sum, m) => sum + m, 0);
  const s = 2 * Math.sqrt(3) * p + 4 * U;
  const squares = 2 * Math.sqrt(n * expected.error) * s + n * s * s;
  const summed = (256 + 8) * U;
  const near = (a: number, b: number, off: number, size = Math.abs(b)) =>
    expect(Math.abs(a - b)).toBeLessThanOrEqual(off + summed * size);
  const { strain, energy } = expected;
  near(actual.error, expected.error, squares);
  near(actual.strain.mean, strain.mean, s / Math.min(...restLengths));
  near(actual.strain.max, strain.max, s / Math.min(...restLengths));
  near(actual.energy.spring, energy.spring, (Math.max(...stiffness) / 2) * squares);
  near(actual.energy.kinetic, energy.kinetic, Math.sqrt(6 * mass * energy.kinetic) * v + 1.5 * mass * v * v);
  near(actual.energy.potential, energy.potential, mass * 9.81 * Math.sqrt(3) * p, mass * 9.81);
  expect(actual.faults).toBe(0);
}

describe.each(FAST_BACKENDS)('$name', ({ name, open }) => {
  let backend: Backend | undefined;
  afterAll(() => backend?.dispose());

  for (const method of METHODS) {
    if (!runsOn(method, name === 'webgpu' ? 'webgpu' : 'wasm')) continue;
    for (const variant of variantsOf(method)) {
      test.each(Object.keys(BODIES))(`${method.id}, ${JSON.stringify(variant)}, %s`, async (body) => {
        backend ??= await open();
        const references = await expectedOf(method, body, variant);
        for (const [k, actual] of (await runsOf(backend, method, body, variant)).entries()) {
          const { expected, growth } = references[k];
          const moved = largest(expected.positions, BODIES[body]().positions);
          expect(moved).toBeGreaterThan(1e-3);
          const tolerance = positionTolerance(growth);
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
          expectSameStatistics(
            actual.statistics,
            expected.statistics,
            tolerance,
            (2 * tolerance) / timestep,
            expected.model,
          );
          // The same kernels, the same number of times, each counted by the backend that ran it.
          const inPasses = actual.executed.has('blockSweeps') || actual.executed.has('sweepTiles');
          const [ran, recorded] = [actual, expected].map(({ executed }) => asRecorded(executed, inPasses));
          // Where a tolerance ends a step, rounding decides in which iteration; that of Newton falls by far in its last one.
          const isRounded = 'tolerance' in method.parameters && !method.isExact;
          if (isRounded) expect(Object.keys(ran).sort()).toEqual(Object.keys(recorded).sort());
          else expect(ran).toEqual(recorded);
        }
      });
    }
  }
});
