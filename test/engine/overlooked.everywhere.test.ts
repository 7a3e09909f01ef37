/** Contacts that are not found or not resolved are counted in every step, and the count is kept; resolved ones conserve momentum. */
import { balls, createWorld, network, reference, type Vec3, type World, type WorldOptions } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { FAST_BACKENDS } from '../conformance/backends.ts';
import { seeded } from '../conformance/seeded.ts';
import { momentumOf } from '../verification/mathematics.ts';
import { velocitiesOf } from './worlds.ts';

const HERE = [{ name: 'reference', open: async () => reference() }, ...FAST_BACKENDS];

type Options = Omit<WorldOptions, 'backend'>;
const AFLOAT = { particleContact: 'bodies', gravity: [0, 0, 0], damping: 0, timestep: 1 / 240 } as const;

/** Of each of two bodies; with two balls every particle has so many contacts and two more, for which there is no room. */
const COUNT = 20;

/** All within a radius, on their way out of each other. */
function crowd(speed: number, count = COUNT): Options {
  const random = seeded(3);
  const vertices = () =>
    Array.from({ length: count }, (): Vec3 => [0.02 * random(), 0.02 * random(), 0.02 * random()]);
  const bodyOf = (name: string, mass: number, velocity: Vec3) =>
    network({ name, vertices: vertices(), springs: [], radius: 0.05, mass, velocity });
  const centres: Vec3[] = [
    [0, 0.1, 0],
    [0, -0.1, 0],
  ];
  return {
    bodies: [
      bodyOf('light', 1, [speed, 0, 0]),
      bodyOf('heavy', 3, [-speed, 0, speed]),
      balls({ centres, radius: 0.1, mass: 2, velocity: [0, speed, 0] }),
    ],
    ...AFLOAT,
  };
}

/** Two that fly towards each other. */
const shots = (speed: number): Options => ({
  bodies: [1, -1].map((side) =>
    network({
      name: `shot ${side}`,
      vertices: [[side, 0, 0]],
      springs: [],
      radius: 0.01,
      velocity: [-side * speed, 0, 0],
    }),
  ),
  ...AFLOAT,
  substeps: 1,
});

describe.each(HERE)('$name', ({ name, open }) => {
  const inWorld = async (options: Options, look: (world: World) => Promise<void>) => {
    const backend = await open();
    const world = await createWorld({ ...options, backend });
    await look(world);
    world.dispose();
    backend.dispose();
  };

  it('contacts without room are answered by neither side, and counted', () =>
    inWorld({ ...crowd(0.5), substeps: 1 }, async (world) => {
      const before = await velocitiesOf(world);
      world.step();
      const { missed } = (await world.statistics()).contact;
      // Rows of 22, but of 1 for a ball, which sees the other one; 16 · 42 are room for 30 rows and some.
      expect(world.model.balls.every((slot) => slot > 30)).toBe(true);
      expect(missed).toBe(40 * 22 + 2 - 30 * 22);
      const after = await velocitiesOf(world);
      const changes = after.map((v, k) => v - before[k]);
      expect(changes.filter((change) => Math.abs(change) > 1e-3).length).toBeGreaterThan(60);
      expect(changes.filter((change) => change === 0).length).toBeGreaterThanOrEqual(3 * 10);
      const [sum, was] = [momentumOf(world.model, after), momentumOf(world.model, before)];
      const rounding = name === 'reference' ? 1e-12 : 1e-6;
      for (let c = 0; c < 3; c++) expect(Math.abs(sum[c] - was[c])).toBeLessThan(rounding);
    }));

  it('nor are neighbours without room, of whom there may be 32', () =>
    inWorld({ ...crowd(0.5, 60), substeps: 1 }, async (world) => {
      const before = momentumOf(world.model, await velocitiesOf(world));
      world.step();
      const { missed } = (await world.statistics()).contact;
      // Rows of 60, and room for 32 · 122: 65 rows and some; the first 60 meet 5 of the others, and all meet balls.
      expect(missed).toBeGreaterThanOrEqual(120 * 60 - 65 * 60);
      const after = momentumOf(world.model, await velocitiesOf(world));
      for (let c = 0; c < 3; c++)
        expect(Math.abs(after[c] - before[c])).toBeLessThan(name === 'reference' ? 1e-12 : 1e-6);
    }));

  it('they add up, over the parts of steps too, and are remembered once there is room', () =>
    inWorld({ ...crowd(0), substeps: 3 }, async (world) => {
      world.step();
      const first = (await world.statistics()).contact.missed;
      expect(first).toBe(3 * 222);
      world.step();
      const snapshot = await world.snapshot();
      expect((await world.statistics()).contact.missed).toBe(6 * 222);
      expect(world.warnings.filter((line) => line.includes('found no room'))).toHaveLength(1);

      const apart = Float64Array.from({ length: 3 * world.model.particles }, (_, k) => k);
      world.write({ positions: apart });
      world.step(2);
      expect((await world.statistics()).contact.missed).toBe(6 * 222);
      world.configure({ substeps: 1 });
      world.restore(snapshot);
      world.step();
      expect((await world.statistics()).contact.missed).toBe(7 * 222);
    }));

  it('particles that may have passed each other unseen are remembered', () =>
    // Cells 64 times as wide as the reach, 1.1 diameters: 1.4 m, which these come nearer in a step or not.
    inWorld(shots(100), async (world) => {
      world.step();
      expect((await world.statistics()).contact.tooFast).toBe(false);
      world.write({ velocities: [400, 0, 0, -400, 0, 0] });
      world.step();
      world.write({ velocities: [0, 0, 0, 0, 0, 0] });
      world.step();
      expect((await world.statistics()).contact).toEqual({ touching: 0, missed: 0, tooFast: true });
      expect(world.warnings).toContainEqual(expect.stringContaining('passed each other unseen'));
    }));
});
