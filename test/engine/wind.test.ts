/** Wind and hands at known times. */
import { balls, cloth, type Gust, type Vec3 } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { EVERYWHERE } from './everywhere.ts';
import { open, placeOf, velocitiesOf } from './worlds.ts';

const STILL = { gravity: [0, 0, 0], damping: 0 } as const;

describe('wind', () => {
  const gust: Gust = { direction: [2, 0, 0], strength: 8, duration: 0.1, envelope: 'smooth' };
  const h = 1 / 240;

  it.each(EVERYWHERE)(
    'drags a ball as its equation has it, and is still when the gust is over, on $name',
    async ({ make }) => {
      const backend = await make();
      const [mass, radius] = [0.01, 0.1];
      const bodies = [balls({ centres: [[0, 0, 0]], mass, radius })];
      const world = await open({ bodies, backend, timestep: h, substeps: 1, ...STILL });
      world.step(4);
      world.gust(gust);
      let v = 0;
      for (let k = 0; k < 24; k++) {
        const u = 8 * Math.sin((Math.PI * (k + 0.5)) / 24) ** 2;
        const r = ((h * 0.5 * 1.2 * 0.47 * Math.PI * radius ** 2) / mass) * Math.abs(u - v);
        v += ((u - v) * r) / (1 + r);
      }
      world.step(24);
      expect((await velocitiesOf(world))[0]).toBeCloseTo(v, 5);
      world.step(10);
      expect((await velocitiesOf(world))[0]).toBeCloseTo(v, 5);
      expect(world.wind).toEqual([0, 0, 0]);
      backend.dispose();
    },
  );

  it('pushes cloth that it meets squarely, hardly one that it meets from the side, by ½ ρ C A w²', async () => {
    const flying = async (velocity: Vec3) => {
      const bodies = [cloth({ particles: [9, 9], size: [2, 1], mass: 1 })];
      const world = await open({ bodies, timestep: 1e-4, ...STILL, wind: { velocity, density: 2 } });
      world.step(1);
      const v = await velocitiesOf(world);
      return [0, 1, 2].map((c) => v.filter((_, k) => k % 3 === c).reduce((sum, each) => sum + each, 0) / 81);
    };
    const [, , across] = await flying([0, 0, -3]);
    // 81 equal masses; those at the rim have less area, all together 2 m².
    expect(across / 1e-4).toBeCloseTo(-0.5 * 2 * 1.2 * 2 * 9, 1);
    const [along] = await flying([3, 0, 0]);
    expect(along / 1e-4).toBeCloseTo(0.5 * 2 * 0.04 * 2 * 9, 2);
  });

  it('is never faster than the air, at any step', async () => {
    const bodies = [cloth({ particles: [9, 9], size: [2, 2], mass: 1e-3 })];
    const wind = { velocity: [0, 0, 50], density: 1000 } as const;
    const world = await open({ bodies, timestep: 0.5, ...STILL, wind });
    for (let k = 0; k < 5; k++) {
      world.step(1);
      const { energy } = await world.statistics();
      expect(energy.kinetic).toBeLessThan(0.5 * 1e-3 * 50 ** 2 * 1.001);
    }
  });

  it('blows through holes', async () => {
    const bodies = () => [cloth({ particles: [9, 9], size: [1, 1], strength: 1.5 })];
    const torn = await open({ bodies: bodies(), timestep: h, ...STILL });
    for (let s = 0; s < torn.model.springs; s++) torn.tear(s);
    torn.gust({ ...gust, direction: [0, 0, 1], envelope: 'sudden' });
    torn.step(10);
    expect((await torn.statistics()).energy.kinetic).toBe(0);
    // Cut while it blows, in a cloth that cannot tear by itself.
    const cut = await open({ bodies: [cloth({ particles: [9, 9] })], timestep: h, ...STILL });
    cut.gust({ ...gust, direction: [0, 0, 1], envelope: 'sudden' });
    cut.step(5);
    for (let s = 0; s < cut.model.springs; s++) cut.tear(s);
    cut.step(1);
    const before = await velocitiesOf(cut);
    cut.step(5);
    expect(await velocitiesOf(cut)).toEqual(before);
  });

  it('is the same in one call of ten steps and in ten of one', async () => {
    const run = async (...counts: number[]) => {
      const bodies = [cloth({ particles: [9, 9], pins: ['left'] })];
      const gusts = [gust, { ...gust, start: 0.02, envelope: 'fading' as const }];
      const world = await open({ bodies, timestep: h, wind: { velocity: [1, 0, 2], gusts } });
      for (const count of counts) world.step(count);
      return world.hash();
    };
    expect(await run(40)).toBe(await run(...new Array(40).fill(1)));
  });
});

describe('gusts', () => {
  it('blow the way of a direction of any length', async () => {
    const speeds = [];
    for (const length of [1, 1e-310, 1e15]) {
      const world = await open({ bodies: [cloth({ particles: [5, 5] })], gravity: [0, 0, 0] });
      world.gust({ direction: [0, 0, length], strength: 3, envelope: 'sudden' });
      world.step(3);
      speeds.push((await velocitiesOf(world))[2]);
      expect((await world.statistics()).faults).toBe(0);
    }
    expect(speeds[0]).toBeGreaterThan(0);
    expect(speeds).toEqual([speeds[0], speeds[0], speeds[0]]);
  });

  const gust: Gust = { direction: [1, 0, 0], strength: 3, duration: 0.02 };

  it('are forgotten when they are over, and are there again in a snapshot from before', async () => {
    const later = { ...gust, start: 5, envelope: 'sudden' } as const;
    const world = await open({
      bodies: [balls({ centres: [[0, 0, 0]] })],
      timestep: 0.01,
      wind: { gusts: [later] },
      ...STILL,
    });
    world.gust(gust);
    world.step(1);
    const begun = await world.snapshot();
    expect(begun.interaction.gusts).toHaveLength(2);
    const lengths = new Set<number>();
    for (let k = 0; k < 50; k++) {
      world.gust(gust);
      world.step(3);
      lengths.add((await world.snapshot()).interaction.gusts.length);
    }
    // The one to come, and the one that has ended with the last step.
    expect(Math.max(...lengths)).toBeLessThanOrEqual(2);
    world.restore(begun);
    world.step(2);
    const again = await world.hash();
    world.restore(begun);
    world.step(1);
    world.step(1);
    expect(await world.hash()).toBe(again);
    expect((await velocitiesOf(world))[0]).toBeGreaterThan(0);
  });
});

describe('a drag by script', () => {
  const drag = {
    body: 'cloth',
    particle: 4,
    path: [
      { time: 0.05, position: [0, 0, 0] },
      { time: 0.1, position: [0, 0, 1] },
    ],
  } as const;

  it('takes the particle at its time, moves it and lets it go, however steps are counted', async () => {
    const make = () =>
      open({
        bodies: [cloth({ particles: [5, 5], name: 'cloth' })],
        timestep: 0.01,
        drags: [{ ...drag, kind: 'hard' }],
      });
    const world = await make();
    world.step(4);
    expect(world.isPinned(4)).toBe(false);
    world.step(4);
    expect(await placeOf(world, 4)).toEqual([0, 0, expect.closeTo(0.6)]);
    expect(world.isPinned(4)).toBe(true);
    const snapshot = await world.snapshot();
    world.step(4);
    expect(world.isPinned(4)).toBe(false);
    const end = await world.hash();
    world.restore(snapshot);
    world.step(4);
    expect([world.isPinned(4), await world.hash()]).toEqual([false, end]);
    const other = await make();
    other.step(12);
    expect(await other.hash()).toBe(end);
  });
});
