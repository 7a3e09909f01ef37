/** `newton` with triangles and hinges: a step of it is the minimum of the energy, and projective dynamics goes to the same. */
import {
  type Body,
  createWorld,
  type MethodOptions,
  reference,
  rope,
  type TrianglesOptions,
  triangles,
  type Vec3,
  wasm,
} from 'selvedge';
import { describe, expect, it } from 'vitest';
import { sheet } from '../forces/sheets.ts';
import { largestDifference, stateOf } from '../verification/mathematics.ts';

const hanging = (options: Partial<TrianglesOptions> = {}) =>
  triangles({
    ...sheet(5),
    membrane: { warp: 200, weft: 150, shear: 40 },
    bending: 0.001,
    density: 0.2,
    pins: [0, 5],
    ...options,
  });

const open = async (
  method: MethodOptions,
  { backend = reference(), bodies = [hanging()] as Body[], timestep = 1 / 60 } = {},
) => createWorld({ bodies, method, timestep, backend });

const NEWTON = { id: 'newton', tolerance: 1e-11 } as const;

describe.each(['direct', 'cg'] as const)('%s', (linear) => {
  it('converges in every step of a sheet that swings down and folds, on the reference and wasm alike', async () => {
    const ends: Float64Array[] = [];
    for (const backend of [reference(), wasm()]) {
      const world = await open({ ...NEWTON, linear }, { backend });
      for (let step = 0; step < 20; step++) {
        world.step();
        const { method } = await world.statistics();
        expect(method.outcome).toBe(1);
        expect(method.residual).toBeLessThan(1e-11);
      }
      ends.push((await stateOf(world)).positions);
      world.dispose();
    }
    expect(Math.abs(ends[0][1] - ends[0][3 * 35 + 1])).toBeGreaterThan(0.3);
    // 20 steps in float32 positions of up to a metre, which swing and do not settle.
    expect(largestDifference(ends[0], ends[1])).toBeLessThan(2e-5);
  });
});

it('finds what projective dynamics converges to', async () => {
  const world = await open(NEWTON);
  world.step(15);
  const start = await world.snapshot();
  world.step();
  const { positions: exact } = await stateOf(world);
  world.restore(start);
  world.configure({ method: { id: 'pd-cholesky', outer: 3000 } });
  world.step();
  const { positions } = await stateOf(world);
  expect(largestDifference(positions, exact)).toBeLessThan(1e-6);
  world.dispose();
});

it('stretches a strip as far as its stiffness says: F = warp · width · strain', async () => {
  const { vertices, triangles: faces } = sheet(4, 0.4);
  const membrane = { warp: 300, weft: 300, shear: 60 };
  const bottom = [20, 21, 22, 23, 24];
  const strip = triangles({
    ...{ vertices, triangles: faces, membrane, bending: 0, density: 0.1 },
    grain: [0, 1, 0] as Vec3,
    pins: [0, 1, 2, 3, 4],
  });
  // 15 N along a metre: a strain of 0.05. In steps of 1 s with a drag of 1/s no velocity survives.
  const world = await open(NEWTON, { bodies: [strip], timestep: 1 });
  const forces = new Float64Array(3 * 25);
  bottom.forEach((id, k) => {
    forces[3 * id + 1] = (-15 * (k === 0 || k === 4 ? 0.5 : 1)) / 4;
  });
  world.configure({ gravity: [0, 0, 0], damping: 1 });
  world.setForces(forces);
  world.step(4);
  const { method, forces: of } = await world.statistics();
  expect(method.outcome).toBe(1);
  expect(of.membrane.stretch!.most).toBeCloseTo(1.05, 6);
  const { positions } = await stateOf(world);
  for (const id of bottom) expect(positions[3 * id + 1]).toBeCloseTo(-1.05, 6);
  world.dispose();
});

it('solves for springs and elements of one world, and keeps momentum', async () => {
  const free = hanging({ pins: [], bending: 0.01 });
  const world = await open(NEWTON, { bodies: [free, rope({ particles: 6, position: [3, 0, 0] })] });
  const { particles, masses } = world.model;
  const velocities = Float64Array.from({ length: 3 * particles }, (_, n) => Math.sin(12.9 * n));
  world.configure({ gravity: [0, 0, 0], damping: 0 });
  world.write({ velocities });
  const momentum = (v: ArrayLike<number>) =>
    [0, 1, 2].map((c) => masses.reduce((sum, mass, i) => sum + mass * v[3 * i + c], 0));
  const before = momentum(velocities);
  world.step(4);
  expect((await world.statistics()).method.outcome).toBe(1);
  const after = momentum((await stateOf(world)).velocities);
  expect(largestDifference(before, after)).toBeLessThan(1e-9);
  world.dispose();
});
