/** Steps in parts: the same as shorter steps, and where they are made by themselves. */
import { balls, cloth, createWorld, magazine, rope, type WorldOptions } from 'selvedge';
import { describe, expect, test } from 'vitest';

const bodies = [cloth({ particles: [8, 8], mass: 1, stiffness: 100, pins: ['top'] })];
/** √(k/m) = 3200/s. */
const stiff = [cloth({ particles: [8, 8], mass: 1, stiffness: 16e4 })];

test('a step in parts has the bits of as many shorter steps', async () => {
  const motion = (t: number) => ({ position: [0, 0, 0.2 - t] as const });
  const colliders = [{ shape: 'sphere', radius: 0.1, motion }] as const;
  const options: WorldOptions = { bodies, colliders, method: { id: 'pd-rbgs' } };
  const divided = await createWorld({ ...options, timestep: 1 / 64, substeps: 4 });
  const short = await createWorld({ ...options, timestep: 1 / 256 });
  divided.step(16);
  short.step(64);
  expect(await divided.hash()).toBe(await short.hash());
  expect(divided.time).toBe(short.time);
  divided.dispose();
  short.dispose();
});

test('where nobody chose a method, its local steps are divided among the parts', async () => {
  const outerOf = async (options: Partial<WorldOptions>) => {
    const world = await createWorld({ bodies, ...options });
    const { solver } = await world.statistics();
    world.dispose();
    return solver.parameters.outer;
  };
  expect(await outerOf({})).toBe(2);
  expect(await outerOf({ substeps: 2 })).toBe(1);
  expect(await outerOf({ substeps: 5 })).toBe(1);
  expect(await outerOf({ substeps: 2, method: { id: 'auto', outer: 5 } })).toBe(3);
  expect(await outerOf({ substeps: 2, method: { id: 'pd-rbgs', outer: 5 } })).toBe(5);
});

test('a collider that is moved by hand goes evenly, and a particle before it at its speed', async () => {
  for (const substeps of [1, 8]) {
    const world = await createWorld({
      bodies: [cloth({ particles: [4, 4], size: [0.3, 0.3] })],
      colliders: [{ name: 'wall', shape: 'box', size: [2, 2, 0.2], position: [0, 0, -0.15] }],
      gravity: [0, 0, 0],
      damping: 0,
      timestep: 0.1,
      substeps,
    });
    world.moveCollider('wall', { position: [0, 0, 0.05] });
    world.step();
    const { velocities } = await world.read();
    expect(world.colliders[0].pose.position[2]).toBeCloseTo(0.05, 12);
    world.step();
    expect(world.colliders[0].pose.position[2]).toBeCloseTo(0.05, 12);
    world.dispose();
    // The wall goes 0.2 m in 0.1 s.
    expect(velocities[2]).toBeCloseTo(2, 4);
  }
});

describe('auto', () => {
  const substepsOf = async (options: Partial<WorldOptions>) => {
    const world = await createWorld({ bodies, ...options });
    const { substeps, warnings } = world;
    world.dispose();
    return { substeps, warnings };
  };

  test.each<[number, Partial<WorldOptions>, string]>([
    [8, { timestep: 1 / 60, particleContact: 'all' }, 'where particles meet, parts of 1/480 s'],
    [9, { timestep: 0.018, particleContact: 'bodies' }, 'or shorter'],
    [1, { timestep: 1 / 480, particleContact: 'all' }, 'one where a step is as short'],
    [1, { timestep: 1 / 60 }, 'one where they do not meet'],
    [1, { timestep: 1 / 60, particleContact: 'all', method: { integrate: false } }, 'or no time passes'],
    [3, { timestep: 1 / 60, particleContact: 'all', substeps: 3 }, 'unless somebody says'],
    [
      7,
      { timestep: 1 / 100, particleContact: 'all', bodies: stiff },
      'with stiff springs, parts of 5 √(m/k)',
    ],
    [
      13,
      { timestep: 1 / 100, particleContact: 'all', bodies: stiff, method: { id: 'pd-jacobi' } },
      'or 2.5 √(m/k) where they cannot settle',
    ],
    [5, { timestep: 1 / 100, particleContact: 'bodies', bodies: stiff }, 'unless no two of them meet'],
    [
      9,
      { timestep: 1 / 100, particleContact: 'all', bodies: stiff, stiffnessDamping: 1e-3 },
      'damping adds to their stiffness',
    ],
    [
      5,
      { timestep: 1 / 100, particleContact: 'all', bodies: stiff, method: { id: 'pbd-jacobi' } },
      'rigid ones do not push back',
    ],
  ])('%d substeps', async (count, options) => {
    expect((await substepsOf(options)).substeps).toBe(count);
  });

  const wide = [cloth({ particles: [40, 40] })];
  const wall = (collider: object) => ({ bodies: wide, colliders: [collider as never] });
  const thrown = (speed: number) => ({
    bodies: [...wide, balls({ centres: [[0, 0, 0.3]], velocity: [0, 0, -speed] })],
  });
  // √(k h²/m) = 11.8 in a step, spacing 0.0256 m.
  const asked: readonly [number, Partial<WorldOptions>, string][] = [
    [1, wall({ shape: 'plane', position: [0, -2, 0] }), 'the ground'],
    [1, wall({ shape: 'sphere', radius: 0.2 }), 'a ball of eight spacings'],
    [2, wall({ shape: 'sphere', radius: 0.1 }), 'of four'],
    [3, wall({ shape: 'sphere', radius: 0.05 }), 'of two'],
    [7, wall({ shape: 'sphere', radius: 0.005 }), 'of a fifth, no more than of three quarters'],
    [7, wall({ shape: 'cone', radius: 0.2, height: 0.5 }), 'a spike'],
    [1, wall({ shape: 'box', size: [2, 0.05, 2] }), 'a table top'],
    [4, wall({ shape: 'box', size: [2, 2, 0.05] }), 'a wall as thin, on edge'],
    [5, wall({ shape: 'box', size: [0.05, 2, 0.05] }), 'a post as thin'],
    [3, { ...thrown(3), gravity: [0, 0, 0] }, 'a ball that comes at 3 m/s'],
    [6, { ...thrown(10), gravity: [0, 0, 0] }, 'at 10 m/s'],
    [24, { ...thrown(100), gravity: [0, 0, 0] }, 'at 100 m/s'],
    [2, { ...thrown(0), gravity: [0, 0, 0] }, 'one that rests'],
    [1, { ...wall({ shape: 'sphere', radius: 0.005 }), method: { integrate: false } }, 'or no time passes'],
    [3, { ...wall({ shape: 'sphere', radius: 0.05 }), method: { id: 'pbd-jacobi' } }, 'rigid springs too'],
  ];
  test.each(asked.map(([count, options, what]) => ({ count, options, what })))(
    '$count substeps: $what',
    async ({ count, options }) => {
      expect((await substepsOf(options)).substeps).toBe(count);
    },
  );

  test('soft cloth needs none of them for what is fast', async () => {
    const soft = [cloth({ particles: [40, 40], stiffness: 100 }), thrown(5).bodies[1]];
    expect((await substepsOf({ bodies: soft, gravity: [0, 0, 0] })).substeps).toBe(2);
  });

  test('particles much heavier than those they meet ask for parts of 2 √(m/k)', async () => {
    const meeting = (mass: number) => ({
      bodies: [cloth({ particles: [40, 40] }), rope({ particles: 20, mass, position: [0, 0, 0.1] })],
      particleContact: 'bodies' as const,
      gravity: [0, 0, 0] as const,
    });
    expect((await substepsOf(meeting(0.005))).substeps).toBe(3);
    expect((await substepsOf(meeting(0.1))).substeps).toBe(6);
  });

  test('more than a hundred are not taken unasked, and it says so', async () => {
    const bodies = [cloth({ particles: [8, 8], mass: 1, stiffness: 1e9 })];
    const { substeps, warnings } = await substepsOf({ bodies, particleContact: 'all' });
    expect(substeps).toBe(100);
    expect(warnings.join()).toMatch('they need 106');
  });

  test('from the first shot on', async () => {
    const world = await createWorld({
      bodies: [...bodies, magazine({ count: 2, radius: 0.05, mass: 0.1 })],
      timestep: 1 / 60,
      method: { id: 'pd-rbgs', budget: 4 },
    });
    world.step(2);
    expect(world.substeps).toBe(1);
    world.shoot({ from: [0, 0, 1], velocity: [0, 0, -5] });
    world.step(2);
    expect(world.substeps).toBe(8);
    expect(world.time).toBeCloseTo(4 / 60, 9);
    const { ms } = await world.statistics();
    expect(ms.total).toBeCloseTo(2 * ms.perStep, 9);
    world.dispose();
  });
});
