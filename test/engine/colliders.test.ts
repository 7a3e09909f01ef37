import { type Collider, type ColliderMotion, InputError, network } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { CPU_BACKENDS, open } from './worlds.ts';

/** One particle, out of the way. */
const bodies = () => [network({ vertices: [[0, 50, 0]], springs: [], radius: 0.01 })];

/** A box, and where it is after a time, in steps of 1/100 s: position, then the quaternion. */
async function boxAfter(seconds: number, motion: Collider['motion'], placed: Partial<Collider> = {}) {
  const box = { shape: 'box', size: [1, 1, 1], ...placed, motion } as Collider;
  const world = await open({
    bodies: bodies(),
    colliders: [box],
    timestep: 0.01,
  });
  world.step(Math.round(100 * seconds));
  const { position, turn } = world.colliders[0].pose;
  return [...position, ...turn];
}

function expectClose(found: readonly number[], wanted: readonly number[]): void {
  expect(found).toHaveLength(wanted.length);
  for (const [k, value] of wanted.entries()) expect(found[k]).toBeCloseTo(value, 9);
}

const S = Math.SQRT1_2;
const STILL = [0, 0, 0, 1];

describe('the motion of a collider as data', () => {
  it('is a velocity in m/s', async () => {
    expectClose(await boxAfter(2, { velocity: [1, 0, -0.5] }, { position: [0, 3, 0] }), [2, 3, -1, ...STILL]);
  });

  it('is a spin in degrees per second, in place', async () => {
    expectClose(await boxAfter(1, { spin: [0, 90, 0] }, { position: [1, 0, 0] }), [1, 0, 0, 0, S, 0, S]);
  });

  it('is a spin about a point, which carries it round, after its own rotation', async () => {
    const placed = { position: [1, 2, 0], rotation: [90, 0, 0] } as const;
    // A quarter about y brings x to -z; the quaternion is that quarter times the quarter about x.
    const found = await boxAfter(1, { spin: [0, 90, 0], pivot: [0, 5, 0] }, placed);
    expectClose(found, [0, 2, -1, 0.5, 0.5, -0.5, 0.5]);
  });

  it('takes its pivot along with its velocity: a wheel that rolls', async () => {
    const motion = { spin: [0, 0, -180], pivot: [0, 1, 0], velocity: [Math.PI, 0, 0] } as const;
    // A point of the rim, from the ground to the top, half the circumference on.
    expectClose((await boxAfter(1, motion)).slice(0, 3), [Math.PI, 2, 0]);
  });

  const keyframes = [
    { time: 0.5, position: [1, 0, 0] },
    { time: 1, rotation: [0, 0, 0] },
    { time: 1.5, position: [3, 4, 0] },
    { time: 2, rotation: [0, 0, 180] },
  ] as const;
  it.each([
    [0, [1, 0, 0, ...STILL]],
    [0.5, [1, 0, 0, ...STILL]],
    [1, [2, 2, 0, ...STILL]],
    [1.5, [3, 4, 0, 0, 0, S, S]],
    [9, [3, 4, 0, 0, 0, 1, 0]],
  ])('goes from keyframe to keyframe: at %d s', async (seconds, wanted) => {
    expectClose(await boxAfter(seconds, { keyframes }), wanted);
  });

  it('begins the keyframes anew', async () => {
    expectClose(await boxAfter(5, { keyframes, repeat: true }), await boxAfter(1, { keyframes }));
  });

  it('turns the shorter way', async () => {
    const ends: ColliderMotion = {
      keyframes: [
        { time: 0, rotation: [0, 170, 0] },
        { time: 1, rotation: [0, -170, 0] },
      ],
    };
    const [, , , x, y, z, w] = await boxAfter(0.5, ends);
    expectClose([x, Math.abs(y), z, w], [0, 1, 0, 0]);
  });

  it('keeps what keyframes leave out as it is placed', async () => {
    const motion = { keyframes: [{ time: 0, position: [1, 1, 1] }] } as const;
    expectClose(await boxAfter(1, motion, { rotation: [0, 90, 0] }), [1, 1, 1, 0, S, 0, S]);
  });

  it.each<[string, unknown, string]>([
    ['no motion', 3, 'colliders[0].motion: 3 is not allowed; a function of time, or keyframes, repeat,'],
    [
      'times out of order',
      { keyframes: [{ time: 1 }, { time: 1 }] },
      'colliders[0].motion.keyframes[1].time: 1',
    ],
    ['a time before the start', { keyframes: [{ time: -1 }] }, 'colliders[0].motion.keyframes[0].time: -1'],
    [
      'half a rotation',
      { keyframes: [{ time: 0, rotation: [1] }] },
      'colliders[0].motion.keyframes[0].rotation',
    ],
    ['keyframes that are no list', { keyframes: {} }, 'colliders[0].motion.keyframes: {} is not allowed'],
    [
      'nothing to repeat',
      { repeat: true },
      'colliders[0].motion.repeat: true is not allowed; false, or keyframes',
    ],
    ['a spin that is a number', { spin: 90 }, 'colliders[0].motion.spin: 90 is not allowed; an array of 3'],
    ['a pivot that is not a number', { pivot: [0, Number.NaN, 0] }, 'colliders[0].motion.pivot[1]: NaN'],
  ])('is refused: %s', async (_, motion, message) => {
    const refused = boxAfter(0, motion as ColliderMotion);
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(message);
  });
});

describe.each(CPU_BACKENDS)('a world on $name', ({ make }) => {
  const colliders: Collider[] = [
    { shape: 'box', size: [4, 1, 4], position: [0, -0.5, 0], name: 'table' },
    { shape: 'sphere', radius: 0.2, motion: { velocity: [0.1, 0, 0] } },
  ];
  const world = () =>
    open({
      bodies: [
        network({
          vertices: [
            [0, 0.02, 0],
            [0.3, 0.02, 0],
          ],
          springs: [[0, 1]],
          radius: 0.02,
        }),
      ],
      colliders,
      backend: make(),
    });

  it('says where its colliders are', async () => {
    const it = await world();
    expect(it.colliders.map(({ name }) => name)).toEqual(['table', 'collider 1']);
    expect(it.colliders[0].collider).toBe(colliders[0]);
    it.moveCollider('table', { position: [0, 0, 0] });
    expect(it.colliders[0].pose.position).toEqual([0, -0.5, 0]);
    it.step();
    expect(it.colliders[0].pose.position).toEqual([0, 0, 0]);
    it.moveCollider(0, { rotation: [0, 90, 0] }); // where it stays
    it.step();
    expect(it.colliders[0].pose.position).toEqual([0, 0, 0]);
    expectClose(it.colliders[0].pose.turn, [0, S, 0, S]);
  });

  it('goes back to where colliders were, also those on their way', async () => {
    const first = await world();
    first.step(3);
    first.moveCollider('table', { position: [0.01, -0.49, 0] });
    first.step(2);
    first.moveCollider('table', { position: [0.02, -0.48, 0] });
    const snapshot = await first.snapshot();
    first.step(5);
    const after = await first.hash();
    const poses = first.colliders.map(({ pose }) => pose);
    first.moveCollider('table', { position: [0, 3, 0] });
    first.step(1);

    first.restore(snapshot);
    first.step(5);
    expect(await first.hash()).toBe(after);
    const other = await world();
    other.restore(structuredClone(snapshot));
    other.step(5);
    expect(await other.hash()).toBe(after);
    expect(other.colliders.map(({ pose }) => pose)).toEqual(poses);
  });

  it('refuses the colliders of another world', async () => {
    const there = await world();
    const snapshot = await there.snapshot();
    expect(() => there.restore({ ...snapshot, colliders: [] })).toThrow('snapshot.colliders');
    const [{ before }, rest] = snapshot.colliders;
    const bent = { before, after: { ...before, turn: [0, 0, 0, Number.NaN] as never } };
    expect(() => there.restore({ ...snapshot, colliders: [bent, rest] })).toThrow(
      'snapshot.colliders[0].after.turn[3]: NaN',
    );
  });
});

it('takes for a pair what follows from each, where the pair does not say', async () => {
  const slid = async (pair: object) => {
    const world = await open({
      bodies: [
        network({
          vertices: [[0, 0.01, 0]],
          springs: [],
          radius: 0.01,
          velocity: [1, 0, 0],
          material: 'ice',
        }),
      ],
      colliders: [{ shape: 'plane' }],
      materials: { ice: { friction: 0 } },
      pairs: [{ between: ['ice', 'default'], ...pair }],
      damping: 0,
    });
    world.step(48);
    return (await world.read()).velocities[0];
  };
  expect(await slid({ restitution: 0.5 })).toBeCloseTo(1, 6);
  expect(await slid({ friction: 0.5 })).toBeCloseTo(1 - 0.5 * 9.81 * 0.1, 2);
});
