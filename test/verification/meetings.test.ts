/** Particles of two sizes, ropes, and self-contact, each against a closed form or against the same without contact. */
import {
  createWorld,
  METHODS,
  network,
  type ParticleContact,
  rope,
  type Vec3,
  type World,
  wasm,
} from 'selvedge';
import { describe, expect, test } from 'vitest';
import { CPU_BACKENDS } from '../engine/worlds.ts';
import { difference, stateOf } from './mathematics.ts';

const STEPS = [1 / 500, 1 / 60];
/** The nearest that particles from one range are to those from another, metres. */
function nearestOf(
  positions: Float64Array,
  [first, end]: readonly [number, number],
  [otherFirst, otherEnd]: readonly [number, number],
): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = first; i < end; i++)
    for (let j = otherFirst; j < otherEnd; j++)
      nearest = Math.min(nearest, Math.hypot(...difference(positions, i, j)));
  return nearest;
}

describe.each(CPU_BACKENDS.slice(0, 2))('two of different sizes, $name', ({ make }) => {
  const [small, large] = [
    { radius: 0.01, mass: 1 },
    { radius: 0.05, mass: 3 },
  ];
  const reach = small.radius + large.radius;
  /** Along a line that is no axis. */
  const along: Vec3 = [0.6, 0, 0.8];
  /** After so many steps of 10 ms: both places along the line, and both speeds. */
  const meet = async (
    places: readonly [number, number],
    speeds: readonly [number, number],
    steps: number,
  ) => {
    const world = await createWorld({
      bodies: [small, large].map((size, k) =>
        network({
          name: `${k}`,
          vertices: [[places[k] * along[0], 0, places[k] * along[2]]],
          springs: [],
          velocity: [speeds[k] * along[0], 0, speeds[k] * along[2]],
          ...size,
        }),
      ),
      particleContact: 'bodies',
      timestep: 0.01,
      substeps: 1,
      gravity: [0, 0, 0],
      damping: 0,
      backend: make(),
    });
    world.step(steps);
    const { positions, velocities } = await stateOf(world);
    world.dispose();
    const on = (state: ArrayLike<number>, k: number) => along[0] * state[3 * k] + along[2] * state[3 * k + 2];
    return { places: [on(positions, 0), on(positions, 1)], speeds: [on(velocities, 0), on(velocities, 1)] };
  };

  test('share what is in the way by mass, and go on together', async () => {
    // At 1 and -1 m/s from 0.205 m apart they are 0.005 m short of touching after 7 steps, and would overlap by 0.015 m after 8.
    const { places, speeds } = await meet([-0.105, 0.1], [1, -1], 8);
    expect(places[0]).toBeCloseTo(-0.025 - (0.015 * 3) / 4, 6);
    expect(places[1]).toBeCloseTo(0.02 + (0.015 * 1) / 4, 6);
    expect(places[1] - places[0]).toBeCloseTo(reach, 6);
    // (1 · 1 − 3 · 1)/4, once they go on as one.
    const later = await meet([-0.105, 0.1], [1, -1], 12);
    for (const speed of later.speeds) expect(speed).toBeCloseTo(-0.5, 5);
    expect(speeds[0] + 3 * speeds[1]).toBeCloseTo(-2, 5);
  });

  test('that overlap go apart by a tenth of it a step, the lighter by more', async () => {
    // At most 50 m/s² h², 5 mm; a tenth of 0.02 m is 2 mm, of which 3/4 and 1/4.
    const { places } = await meet([0, reach - 0.02], [0, 0], 1);
    expect(places[0]).toBeCloseTo((-0.002 * 3) / 4, 7);
    expect(places[1]).toBeCloseTo(reach - 0.02 + 0.002 / 4, 7);
  });
});

describe.each(STEPS)('at h = %d s', (timestep) => {
  /** A rope thrown at 10 m/s across another that is held at its ends; after 0.15 s. Metres. */
  const crossed = async (id: string, particleContact: ParticleContact) => {
    const count = 21;
    const common = { particles: count, length: 1, mass: 0.2 } as const;
    const world = await createWorld({
      bodies: [
        rope({ ...common, name: 'held', pins: ['start', 'end'], position: [-0.5, 0, 0] }),
        rope({
          ...common,
          name: 'thrown',
          rotation: [0, 90, 0],
          position: [0.012, 0.2, 0.5],
          velocity: [0, -10, 0],
        }),
      ],
      particleContact,
      timestep,
      method: { id },
      backend: wasm({ threads: 1 }),
    });
    world.step(Math.round(0.15 / timestep));
    const { positions } = await stateOf(world);
    world.dispose();
    const heights = positions.filter((_, k) => k % 3 === 1);
    const nearest = nearestOf(positions, [0, count], [count, 2 * count]);
    return {
      held: Math.min(...heights.subarray(0, count)),
      thrown: Math.max(...heights.subarray(count)),
      nearest: nearest / (2 * world.model.radii[0]),
    };
  };

  test.each(METHODS)('a rope catches a rope, $id', async ({ id, isRigid = false }) => {
    const { held, thrown, nearest } = await crossed(id, 'bodies');
    // It is pulled down, as far as it stretches.
    expect(held).toBeLessThan(isRigid ? 0 : -0.15);
    expect(thrown).toBeGreaterThan(held);
    expect(nearest).toBeGreaterThan(0.9);
    expect(nearest).toBeLessThan(1.01);
  });

  test('a rope goes through a rope where they do not meet', async () => {
    const { held, thrown } = await crossed('auto', 'none');
    expect(held).toBeGreaterThan(-0.13);
    expect(thrown).toBeLessThan(-1);
  });

  /**
   * A rope that lies on the floor, turns up at one end and falls back on itself: how high the lowest of its last six particles is, metres, and
   * how near its two halves come, in thicknesses.
   */
  const folded = async (id: string, particleContact: ParticleContact) => {
    const [half, spacing, rise] = [12, 0.04, 0.2];
    const vertices = Array.from(
      { length: 2 * half },
      (_, i): Vec3 =>
        i < half ? [i * spacing, 0.02, 0] : [(2 * half - 1 - i) * spacing, 0.02 + rise, 0.004],
    );
    const springs = vertices.slice(1).map((_, i) => [i, i + 1] as const);
    const world: World = await createWorld({
      bodies: [
        network({
          vertices,
          springs,
          restLengths: springs.map(([i]) => (i === half - 1 ? rise : spacing)),
          mass: 0.1,
          radius: 0.02,
          stiffness: 500,
        }),
      ],
      colliders: [{ shape: 'plane' }],
      particleContact,
      timestep,
      damping: 2,
      method: { id },
      backend: wasm({ threads: 1 }),
    });
    world.step(Math.round(0.5 / timestep));
    const { positions } = await stateOf(world);
    world.dispose();
    // Without the turn itself.
    const nearest = nearestOf(positions, [0, half - 4], [half + 4, 2 * half]);
    const ends = positions.filter((_, k) => k % 3 === 1).subarray(-6);
    return { lowest: Math.min(...ends), nearest: nearest / 0.04 };
  };

  test.each(METHODS.map(({ id }) => id))('a rope lies on itself, %s', async (id) => {
    const { lowest, nearest } = await folded(id, 'all');
    expect(lowest).toBeGreaterThan(0.045);
    expect(nearest).toBeGreaterThan(0.9);
  });

  test('a rope lies in itself where its particles do not meet', async () => {
    const { lowest, nearest } = await folded('auto', 'bodies');
    expect(lowest).toBeLessThan(0.021);
    expect(nearest).toBeLessThan(0.4);
  });
});
