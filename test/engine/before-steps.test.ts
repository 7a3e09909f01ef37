/** What is done before each step of a call of `step`, and worlds that are given up while they are made. */
import { balls, cloth, createWorld, InputError, reference, type World } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { CPU_BACKENDS, open, positionsOf } from './worlds.ts';

const STEPS = 8;
const h = 1 / 480;

/** A cloth between two pinned edges, of which the lower one is pulled down at 2 m/s. */
const bodies = () => [cloth({ particles: [8, 8], pins: ['top'] })];
const edge = [56, 57, 58, 59, 60, 61, 62, 63];

async function pulled(world: World, steps: (world: World, put: (time: number) => void) => void) {
  const { positions } = world.model;
  const place = (id: number, time: number): [number, number, number] => [
    positions[3 * id],
    positions[3 * id + 1] - 2 * time,
    positions[3 * id + 2],
  ];
  steps(world, (time) => {
    for (const id of edge) world.pin(id, place(id, time));
  });
  return (await world.statistics()).strain.max;
}

describe('step(count, { before })', () => {
  it.each(CPU_BACKENDS)('is a step, a call, a step: $name', async ({ make }) => {
    const backend = await make();
    const [one, other] = [
      await open({ bodies: bodies(), backend }),
      await open({ bodies: bodies(), backend }),
    ];
    const times: number[] = [];
    one.step(STEPS, {
      before: (time, index) => {
        times.push(time);
        one.pin(63, [index / 100, -1, 0]);
      },
    });
    for (let index = 0; index < STEPS; index++) {
      other.pin(63, [index / 100, -1, 0]);
      other.step();
    }
    expect(one.steps).toBe(STEPS);
    for (const [index, time] of times.entries()) expect(time).toBeCloseTo(index * h, 12);
    expect(await one.hash()).toBe(await other.hash());
    backend.dispose();
  });

  it('lets pins move evenly, where they would jump', async () => {
    const evenly = await pulled(await open({ bodies: bodies() }), (world, put) => {
      for (let frame = 0; frame < 4; frame++) world.step(STEPS, { before: (time) => put(time + h) });
    });
    const inJumps = await pulled(await open({ bodies: bodies() }), (world, put) => {
      for (let frame = 0; frame < 4; frame++) {
        put(world.time + STEPS * h);
        world.step(STEPS);
      }
    });
    expect(evenly).toBeLessThan(inJumps);
  });

  it('moves colliders in each step, in all of its parts', async () => {
    const ball = { shape: 'sphere', radius: 0.1, name: 'ball', position: [0, 0, 1] } as const;
    const world = await open({
      bodies: [balls({ centres: [[0, 5, 0]] })],
      colliders: [ball],
      substeps: 3,
    });
    const seen: number[] = [];
    world.step(4, {
      before: (_, index) => {
        seen.push(world.colliders[0].pose.position[2]);
        world.moveCollider('ball', { position: [0, 0, 1 - (index + 1) / 10] });
      },
    });
    for (const [k, z] of [1, 0.9, 0.8, 0.7].entries()) expect(seen[k]).toBeCloseTo(z, 12);
    expect(world.colliders[0].pose.position[2]).toBeCloseTo(0.6, 12);
  });

  it('ends where the call throws or disposes, after the steps before it', async () => {
    const world = await open({ bodies: bodies() });
    const before = (_: number, index: number) => {
      if (index === 2) throw new Error('enough');
    };
    expect(() => world.step(STEPS, { before })).toThrow('enough');
    expect(world.steps).toBe(2);
    expect(() => world.step(2, { before: () => world.step() })).toThrow('cannot be called from its option');
    world.step();
    expect(world.steps).toBe(3);
    expect(() => world.step(2, { before: () => world.dispose() })).toThrow('it was disposed');
  });

  it('refuses what is no call', async () => {
    const world = await open({ bodies: bodies() });
    expect(() => world.step(1, { before: 3 as never })).toThrow(InputError);
    expect(() => world.step(1, { befor: () => {} } as never)).toThrow(/befor.*before/);
  });
});

describe('createWorld({ signal })', () => {
  it('rejects with the reason of one that is aborted already', async () => {
    const reason = new Error('not needed');
    await expect(createWorld({ bodies: bodies(), signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it.each(['before', 'after'])(
    'gives up at once, and frees what it made: %s the memory is there',
    async (when) => {
      const reason = new Error('another page');
      const [controller, own] = [new AbortController(), reference()];
      let disposed = 0;
      let opened = () => {};
      const isOpen = new Promise<void>((resolve) => {
        opened = resolve;
      });
      const backend = {
        ...own,
        open: async (memory: Parameters<typeof own.open>[0]) => {
          if (when === 'before') controller.abort(reason);
          const machine = await own.open(memory);
          const dispose = machine.dispose.bind(machine);
          machine.dispose = () => {
            disposed++;
            dispose();
          };
          if (when === 'after') controller.abort(reason);
          opened();
          return machine;
        },
      };
      const making = createWorld({ bodies: bodies(), backend, signal: controller.signal });
      await expect(making).rejects.toBe(reason);
      await isOpen;
      await new Promise((resolve) => setTimeout(resolve, 10));
      expect(disposed).toBe(1);
    },
  );

  it('leaves a world alone that is there', async () => {
    const controller = new AbortController();
    const world = await open({ bodies: bodies(), signal: controller.signal });
    controller.abort();
    world.step(2);
    expect(await positionsOf(world)).toHaveLength(192);
  });

  it('refuses what is no signal', async () => {
    await expect(createWorld({ bodies: bodies(), signal: {} as never })).rejects.toThrow(InputError);
  });
});

describe('a motion that throws within a step', () => {
  it.each(CPU_BACKENDS)('leaves the world as it was after the step before: $name', async ({ make }) => {
    const failing = { from: Number.POSITIVE_INFINITY };
    const worldWith = async (from: typeof failing) =>
      open({
        bodies: [cloth({ particles: [4, 4] })],
        colliders: [
          {
            ...{ shape: 'sphere', radius: 0.1, position: [0, -0.6, 0] },
            motion: (time) => {
              if (time > from.from) throw new Error('no such time');
              return { position: [0, -0.6 + time, 0] };
            },
          },
        ],
        substeps: 4,
        backend: make(),
      });
    const [world, unbroken] = [await worldWith(failing), await worldWith({ from: failing.from })];
    // In the third of the four parts of the sixth step.
    failing.from = 5.6 * h;
    expect(() => world.step(8)).toThrow('no such time');
    expect(world.steps).toBe(5);
    expect(world.time).toBeCloseTo(5 * h, 12);
    failing.from = Number.POSITIVE_INFINITY;
    world.step(3);
    unbroken.step(8);
    expect([world.steps, world.time, await world.hash()]).toEqual([
      unbroken.steps,
      unbroken.time,
      await unbroken.hash(),
    ]);
  });
});

it('so many steps that are enqueued one by one are refused, with what to do', async () => {
  const world = await open({
    bodies: [cloth({ particles: [2, 2] })],
    colliders: [{ shape: 'sphere', radius: 0.1, position: [0, -1, 0], motion: { velocity: [0, 0, 1] } }],
    substeps: 2,
  });
  expect(() => world.step(1e6)).toThrow(
    /^step: 1000000 is not allowed; 10000 at most at once .* await world\.idle\(\) between$/,
  );
  expect([world.steps, world.time]).toEqual([0, 0]);
});
