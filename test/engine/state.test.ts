/** Reading and changing the state of a world: the user's order, pins, moves, forces. */
import { cloth, network, rope, type World } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { CPU_BACKENDS, open, placeOf, positionsOf, velocitiesOf } from './worlds.ts';

const h = 1 / 100;
/** Two joined particles and, far from them, one alone, of 2 kg: particle 2. */
const loner = network({
  vertices: [
    [0, 0, 0],
    [1, 0, 0],
    [5, 6, 7],
  ],
  springs: [[0, 1]],
  masses: [1, 1, 2],
});
const openLoner = (gravity: readonly [number, number, number] = [0, 0, 0]) =>
  open({ bodies: [loner], timestep: h, gravity, damping: 0 });

describe.each(CPU_BACKENDS)('on $name', ({ make }) => {
  it("reads and writes in the user's order, whatever the storage", async () => {
    const world = await open({
      bodies: [cloth({ particles: [7, 5] }), rope({ particles: 4 })],
      backend: make(),
    });
    const n = 3 * 39;
    const positions = Float64Array.from({ length: n }, (_, k) => k);
    const velocities = Float64Array.from({ length: n }, (_, k) => 1000 + k);
    world.write({ positions, velocities });
    const targets = { positions: new Float32Array(n), velocities: new Float64Array(n) };
    expect(await world.read(targets)).toBe(targets);
    expect([...targets.positions]).toEqual([...positions]);
    expect([...targets.velocities]).toEqual([...velocities]);
    expect([...world.model.slotOf].some((slot, id) => slot !== id)).toBe(true);
  });

  it('without targets makes positions and velocities', async () => {
    const world = await open({ bodies: [rope({ particles: 3, velocity: [0, 1, 0] })], backend: make() });
    const { positions, velocities } = await world.read();
    expect([...positions]).toEqual([0, 0, 0, 0.5, 0, 0, 1, 0, 0]);
    expect([...velocities]).toEqual([0, 1, 0, 0, 1, 0, 0, 1, 0]);
  });

  it('reads normals: those of the turned plane', async () => {
    const bodies = [cloth({ particles: [4, 6], rotation: [90, 0, 0] }), rope({ particles: 2 })];
    const world = await open({ bodies, backend: make() });
    const { normals } = await world.read({ normals: new Float64Array(3 * 26) });
    for (let i = 0; i < 24; i++) {
      // +z turned by 90° about x: -y
      [0, -1, 0].forEach((value, c) => {
        expect(normals[3 * i + c]).toBeCloseTo(value, 6);
      });
    }
    expect([...normals.slice(72)]).toEqual([0, 0, 1, 0, 0, 1]); // a rope has no surface
  });

  it('view shows the storage: x, y, z, w by slot, and whose slot it is', async () => {
    const world = await open({ bodies: [cloth({ particles: [5, 5] })], backend: make() });
    world.step(3);
    const { positions, velocities } = await world.read();
    const view = await world.view();
    expect(view.positions).toHaveLength(4 * 25);
    view.idOf.forEach((id, slot) => {
      for (let c = 0; c < 3; c++) {
        expect(Math.fround(view.positions[4 * slot + c])).toBe(positions[3 * id + c]);
        expect(Math.fround(view.velocities[4 * slot + c])).toBe(velocities[3 * id + c]);
      }
    });
  });

  it('holds a pinned particle, where it is or where it is put, and lets it go at rest', async () => {
    const world = await open({
      bodies: [cloth({ particles: [4, 4], pins: ['top'], velocity: [0, 0, 1] })],
      timestep: h,
      gravity: [0, -10, 0],
      damping: 0,
      backend: make(),
    });
    const [first, second] = [await placeOf(world, 0), [0.25, 0.75, 0.5]];
    world.pin(5, [0.25, 0.75, 0.5]);
    expect([0, 3, 4, 5].map((id) => world.isPinned(id))).toEqual([true, true, false, true]);
    world.step(20);
    expect(await placeOf(world, 0)).toEqual(first);
    expect(await placeOf(world, 5)).toEqual(second);
    expect([...(await velocitiesOf(world)).slice(15, 18)]).toEqual([0, 0, 0]);
    world.unpin(5);
    world.step(20);
    expect(world.isPinned(5)).toBe(false);
    expect(Math.hypot(...(await placeOf(world, 5)).map((x, c) => x - second[c]))).toBeGreaterThan(1e-3);
  });
});

describe('pins and moves', () => {
  it('a particle let go falls h² g n(n+1)/2 from where it was held', async () => {
    const world = await openLoner([0, -10, 0]);
    world.pin(2);
    world.step(10);
    expect(await placeOf(world, 2)).toEqual([5, 6, 7]);
    world.unpin(2);
    world.step(4);
    expect((await placeOf(world, 2))[1]).toBeCloseTo(6 - (10 * h * h * 4 * 5) / 2, 12);
  });

  it('a free particle that is moved goes on with its velocity; a pinned one stays', async () => {
    const world = await openLoner();
    world.write({ velocities: [0, 0, 0, 0, 0, 0, 3, 0, 0] });
    world.step();
    world.move(2, [1, 2, 3]);
    expect(await placeOf(world, 2)).toEqual([1, 2, 3]);
    world.step(2);
    expect((await placeOf(world, 2))[0]).toBeCloseTo(1 + 2 * h * 3, 12);
    world.pin(2, [4, 4, 4]);
    world.step(2);
    world.move(2, [-1, 0, 1]);
    world.step(2);
    expect(await placeOf(world, 2)).toEqual([-1, 0, 1]);
  });

  /* Pins are weights of the solver too: springs must not pull a particle pinned while the world runs, and must pull it again. */
  it('a particle pinned and let go between steps resists the springs, then follows them', async () => {
    const world = await open({
      bodies: [rope({ particles: 2, length: 1, pins: ['start'] })],
      gravity: [0, 0, 0],
      damping: 0,
    });
    world.step();
    world.pin(1, [1.5, 0, 0]);
    world.step(3);
    expect(await placeOf(world, 1)).toEqual([1.5, 0, 0]);
    world.unpin(1);
    world.step(3);
    expect((await placeOf(world, 1))[0]).toBeLessThan(1.4);
  });

  it('a moved pin draws what hangs on it', async () => {
    const world = await open({
      bodies: [rope({ particles: 2, length: 1, pins: ['start'] })],
      method: { id: 'pd-rbgs', inner: 50 },
      gravity: [0, 0, 0],
      damping: 20,
    });
    world.move(0, [0, 3, 0]);
    world.step(2000);
    const [a, b] = [await placeOf(world, 0), await placeOf(world, 1)];
    expect(a).toEqual([0, 3, 0]);
    expect(Math.hypot(...a.map((x, c) => x - b[c]))).toBeCloseTo(1, 3);
  });

  it('what is not a particle is refused', async () => {
    const world = await openLoner();
    for (const id of [-1, 3, 1.5, Number.NaN]) {
      const message = `particle: ${id} is not allowed; a whole number from 0 to 2`;
      expect(() => world.pin(id)).toThrow(message);
      expect(() => world.unpin(id)).toThrow(message);
      expect(() => world.move(id, [0, 0, 0])).toThrow(message);
      expect(() => world.setForce(id, [0, 0, 0])).toThrow(message);
    }
  });
});

describe('forces', () => {
  /* A constant force F on a free mass m: x_n = (F/m) h² n(n+1)/2, v_n = n h F/m. */
  const distance = (force: number, mass: number, n: number) => ((force / mass) * h * h * n * (n + 1)) / 2;

  it('on one particle', async () => {
    const world = await openLoner();
    world.setForce(2, [6, -4, 2]);
    world.step(10);
    const [x, y, z] = await placeOf(world, 2);
    expect(x - 5).toBeCloseTo(distance(6, 2, 10), 12);
    expect(y - 6).toBeCloseTo(distance(-4, 2, 10), 12);
    expect(z - 7).toBeCloseTo(distance(2, 2, 10), 12);
    expect((await velocitiesOf(world))[6]).toBeCloseTo((10 * h * 6) / 2, 12);
    expect([...(await positionsOf(world)).slice(0, 6)]).toEqual([0, 0, 0, 1, 0, 0]);
    world.setForce(2, [0, 0, 0]);
    world.step(10);
    expect((await placeOf(world, 2))[0] - 5).toBeCloseTo(
      distance(6, 2, 10) + 10 * h * ((10 * h * 6) / 2),
      12,
    );
  });

  it('the same on every particle: equal masses move as one', async () => {
    const world = await open({
      bodies: [cloth({ particles: [4, 4], mass: 1.6 })],
      timestep: h,
      gravity: [0, 0, 0],
      damping: 0,
    });
    const before = await positionsOf(world);
    world.setForces([0.2, 0, -0.1]);
    world.step(10);
    (await positionsOf(world)).forEach((q, k) => {
      expect(q - before[k]).toBeCloseTo(distance([0.2, 0, -0.1][k % 3], 0.1, 10), 11);
    });
  });

  it('one for each particle: forces as the masses move a body as one', async () => {
    const world = await openLoner();
    const before = await positionsOf(world);
    world.setForces(Float32Array.from([1, 0, 0, 1, 0, 0, 2, 0, 0]));
    world.step(10);
    (await positionsOf(world)).forEach((q, k) => {
      expect(q - before[k]).toBeCloseTo(k % 3 === 0 ? distance(1, 1, 10) : 0, 12);
    });
  });

  it('does not move what is pinned', async () => {
    const world = await openLoner([0, -10, 0]);
    world.pin(2);
    world.setForces([1e6, 1e6, 1e6]);
    world.step(5);
    expect(await placeOf(world, 2)).toEqual([5, 6, 7]);
  });
});

describe('arrays of another length are refused', () => {
  const cases: [string, (world: World) => unknown, string][] = [
    [
      'write.positions',
      (world) => world.write({ positions: new Float64Array(8) }),
      'positions: an array of 8 is not allowed; 9 numbers, x, y, z for each of 3 particles',
    ],
    [
      'write.velocities',
      (world) => world.write({ velocities: [1, 2, 3] }),
      'velocities: [1,2,3] is not allowed',
    ],
    [
      'setForces',
      (world) => world.setForces(new Float32Array(12)),
      'forces: an array of 12 is not allowed; 9 numbers',
    ],
    [
      'move',
      (world) => world.move(0, [1, 2] as never),
      'position: [1,2] is not allowed; an array of 3 numbers',
    ],
  ];
  it.each(cases)('%s', async (_, act, message) => {
    const world = await openLoner();
    expect(() => act(world)).toThrow(message);
  });

  it('read', async () => {
    const world = await openLoner();
    await expect(world.read({ positions: new Float32Array(8) })).rejects.toThrow(
      'read.positions: an array of 8 is not allowed; a Float32Array or Float64Array of 9 numbers',
    );
    await expect(world.read({ normals: new Float32Array(10) })).rejects.toThrow('read.normals');
  });
});
