/** Balls that wait to be shot, and what the first shot changes. */
import { type Backend, cloth, METHODS, magazine, reference, type Vec3 } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { EVERYWHERE } from './everywhere.ts';
import { open, placeOf, positionsOf, velocitiesOf } from './worlds.ts';

describe('a magazine', () => {
  const bodies = () => [cloth({ particles: [8, 8], pins: ['top'] }), magazine({ count: 2, mass: 0.2 })];

  it('waits out of the way, shoots, and takes the oldest ball again when it is empty', async () => {
    const world = await open({ bodies: bodies() });
    const energy = async () => (await world.statistics()).energy.potential;
    const alone = await open({ bodies: bodies().slice(0, 1) });
    expect(await energy()).toBeCloseTo((await alone.statistics()).energy.potential, 9);
    for (const each of [world, alone]) each.step(20);
    expect((await positionsOf(world)).slice(0, 192)).toEqual(await positionsOf(alone));
    // Contact between particles begins with the first shot.
    expect((await world.executed()).has('listContacts')).toBe(false);
    const shot = { from: [0, 0, 2], velocity: [0, 1, -5] } as const;
    expect([world.shoot(shot), world.shoot(shot)]).toEqual([64, 65]);
    expect(world.magazine).toEqual({ balls: 2, loaded: 0 });
    const { velocities } = await world.read();
    expect([...velocities.slice(3 * 65)]).toEqual([0, 1, -5]);
    world.step(1);
    expect((await placeOf(world, 65))[2]).toBeLessThan(2);
    expect((await world.executed()).get('listContacts')).toBe(world.substeps);
    expect(world.shoot(shot)).toBe(64);
  });

  it.each(METHODS.map(({ id }) => id))('%s: the first shot has the step recorded once', async (id) => {
    const made: string[] = [];
    const own = reference();
    const backend: Backend = {
      ...own,
      open: async (memory) => {
        const machine = await own.open(memory);
        const load = machine.load.bind(machine);
        machine.load = (name, program) => {
          made.push(name);
          load(name, program);
        };
        return machine;
      },
    };
    const rail: Vec3[] = [
      [-1, 0.5, 0],
      [1, 0.5, 0],
    ];
    const attachments = [{ particles: [0, 7], rail }];
    const shot = { from: [0, 0, 0.3], velocity: [0, 0, -5] } as const;
    const hashAfter = async (isConfigured: boolean, timestep = 1 / 480) => {
      const world = await open({ bodies: bodies(), method: { id }, attachments, backend, timestep });
      world.step(3);
      made.length = 0;
      world.shoot(shot);
      if (isConfigured) world.configure({});
      world.step(5);
      world.shoot(shot);
      world.step(1);
      return world.hash();
    };
    const hash = await hashAfter(false);
    expect(made).toEqual(['prepare', 'step']);
    // As when the world is configured in that frame.
    expect(await hashAfter(true)).toBe(hash);
    // Steps that are divided from then on.
    expect(await hashAfter(false, 1 / 200)).toBe(await hashAfter(true, 1 / 200));
  });

  it.each(EVERYWHERE)('hits the cloth, on $name', async ({ make }) => {
    const backend = await make();
    const world = await open({ bodies: bodies(), backend, gravity: [0, 0, 0] });
    world.step(3);
    world.shoot({ from: [0, 0, 0.5], velocity: [0, 0, -5] });
    world.step(60);
    const [cloth, ball] = [await positionsOf(world), await velocitiesOf(world)];
    expect(Math.min(...cloth.slice(0, 192).filter((_, k) => k % 3 === 2))).toBeLessThan(-0.02);
    expect(ball[3 * 64 + 2]).toBeGreaterThan(-4.9);
    backend.dispose();
  });
});
