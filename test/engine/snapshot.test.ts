import { cloth, METHODS, network, rope, type Snapshot, type Vec3, type World } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { openWebGpu } from '#gpu';
import { methodWith } from '../method-with.ts';
import { CPU_BACKENDS, open, placeOf, positionsOf } from './worlds.ts';

const bodies = () => [
  cloth({ particles: [9, 8], pins: ['top-left'] }),
  rope({ particles: 6, velocity: [1, 2, 3] }),
];

/** Pushes, pins and moves: all that a snapshot must remember. */
function disturb(world: World): void {
  world.setForce(20, [0.1, 0.2, 0.3]);
  world.pin(70, [0, -1, 0.25]);
  world.unpin(0);
  world.move(33, [0.1, 0.1, 0.1]);
}

describe.each(CPU_BACKENDS)('on $name', ({ make }) => {
  it.each(METHODS.map(({ id }) => id))('%s goes on with the same bits', async (id) => {
    const method = methodWith(id, { outer: 2, inner: 3 });
    const world = await open({ bodies: bodies(), method, backend: make() });
    world.step(7);
    disturb(world);
    world.step(5);
    const snapshot = await world.snapshot();
    const at = await world.hash();
    world.step(10);
    const after = await world.hash();
    expect(after).not.toBe(at);

    // Back in the same world, after everything was changed …
    world.setForces([5, 5, 5]);
    world.pin(1);
    world.unpin(70);
    world.step(3);
    world.restore(snapshot);
    expect(await world.hash()).toBe(at);
    expect([world.steps, world.isPinned(70), world.isPinned(0), world.isPinned(1)]).toEqual([
      12,
      true,
      false,
      false,
    ]);
    expect(world.time).toBeCloseTo(12 * world.timestep, 12);
    world.step(10);
    expect(await world.hash()).toBe(after);

    // … and in another one of the same bodies, from a copy that went through a message or a file.
    const other = await open({ bodies: bodies(), method, backend: make() });
    other.restore(structuredClone(snapshot));
    other.step(10);
    expect(await other.hash()).toBe(after);
    expect(await placeOf(other, 70)).toEqual([0, -1, 0.25]);
  });
});

it('is a copy: steps taken later do not change it', async () => {
  const world = await open({ bodies: bodies() });
  const snapshot = await world.snapshot();
  const before = structuredClone(snapshot);
  world.step(5);
  expect(snapshot).toEqual(before);
});

it('carries the state to another backend, rounded', async () => {
  const from = await open({ bodies: bodies() });
  from.step(5);
  const to = await open({ bodies: bodies(), backend: CPU_BACKENDS[1].make() });
  to.restore(await from.snapshot());
  const [a, b] = [await positionsOf(from), await positionsOf(to)];
  a.forEach((q, k) => {
    expect(b[k]).toBe(Math.fround(q));
  });
});

it('is refused by a world of another model, which stays as it is', async () => {
  const snapshot = await (await open({ bodies: bodies() })).snapshot();
  const other = await open({ bodies: [rope({ particles: 5 })] });
  const before = await other.hash();
  expect(() => other.restore(snapshot)).toThrow(
    /^snapshot\.model: "78 particles, \d+ springs, \w{16}" is not allowed; this world's own: 5 particles, 4 springs, \w{16}$/,
  );
  expect(await other.hash()).toBe(before);
});

describe('a snapshot that is refused changes nothing', () => {
  const make = (motion = (_: number): { position?: Vec3 } => ({})) =>
    open({ bodies: bodies(), colliders: [{ shape: 'sphere', radius: 0.1, position: [0, -1, 0], motion }] });

  it.each<[string, (good: Snapshot) => object | undefined, RegExp]>([
    ['nothing at all', () => undefined, /^snapshot: missing/],
    ['no pins', (good) => ({ ...good, pinned: undefined }), /^snapshot\.pinned: missing/],
    ['a pin of no particle', (good) => ({ ...good, pinned: [1, 1000] }), /^snapshot\.pinned\[1\]: 1000/],
    ['no buffers', (good) => ({ ...good, buffers: undefined }), /^snapshot\.buffers: missing/],
    [
      'a buffer that is short',
      (good) => ({ ...good, buffers: { ...good.buffers, v: new Float64Array(3) } }),
      /^snapshot\.buffers\.v/,
    ],
    ['no gusts', (good) => ({ ...good, interaction: { shots: 0 } }), /^snapshot\.interaction\.gusts/],
  ])('%s', async (_, spoilt, message) => {
    const world = await make();
    world.step(3);
    const good = await world.snapshot();
    world.pin(5);
    world.step(2);
    const before = [await world.hash(), world.steps, world.time, world.isPinned(5)];
    expect(() => world.restore(spoilt(good) as Snapshot)).toThrow(message);
    expect([await world.hash(), world.steps, world.time, world.isPinned(5)]).toEqual(before);
  });

  it('as one does at whose time a motion throws', async () => {
    let throws = false;
    const world = await make(() => {
      if (throws) throw new Error('no such time');
      return {};
    });
    const snapshot = await world.snapshot();
    world.step(4);
    const before = [await world.hash(), world.steps];
    throws = true;
    expect(() => world.restore(snapshot)).toThrow('no such time');
    expect([await world.hash(), world.steps]).toEqual(before);
  });
});

it('warns where contacts had found no room: which, depends on when neighbours were looked for', async () => {
  const make = (count: number) =>
    open({
      bodies: ['a', 'b'].map((name) =>
        network({
          name,
          vertices: Array.from({ length: count }, (_, k) => [0.001 * k, name === 'a' ? 0 : 0.001, 0]),
          springs: [],
          radius: 0.05,
        }),
      ),
      particleContact: 'bodies',
      substeps: 1,
    });
  const [crowded, loose] = [await make(40), await make(4)];
  for (const world of [crowded, loose]) {
    world.step(2);
    world.restore(await world.snapshot());
  }
  expect(crowded.warnings.join()).toMatch('contacts had found no room when the snapshot was taken');
  expect(loose.warnings).toEqual([]);
});

describe('hash', () => {
  it('is the same for the same state and another for any other', async () => {
    const [a, b] = [await open({ bodies: bodies() }), await open({ bodies: bodies() })];
    const first = await a.hash();
    expect(first).toMatch(/^[0-9a-f]{16}$/);
    expect(await b.hash()).toBe(first);

    // Looking changes nothing, nor do forces and settings until a step is taken.
    await a.read();
    await a.statistics();
    await a.snapshot();
    a.setForces([1, 1, 1]);
    a.configure({ gravity: [0, 0, 0] });
    expect(await a.hash()).toBe(first);

    // The smallest change of one coordinate of one particle, or two particles changed over, is another state.
    const positions = await positionsOf(a);
    const nudged = positions.slice();
    nudged[100] += 2 ** -52;
    expect(nudged[100]).not.toBe(positions[100]);
    b.write({ positions: nudged });
    expect(await b.hash()).not.toBe(first);
    const swapped = positions.slice();
    swapped.copyWithin(0, 3, 6);
    swapped.set(positions.slice(0, 3), 3);
    b.write({ positions: swapped });
    expect(await b.hash()).not.toBe(first);
    b.write({ positions });
    expect(await b.hash()).toBe(first);
    b.write({ velocities: positions });
    expect(await b.hash()).not.toBe(first);

    a.step();
    expect(await a.hash()).not.toBe(first);
  });

  it('does not depend on the number of threads', async () => {
    const hashes = [];
    for (const { make } of CPU_BACKENDS.slice(1)) {
      const world = await open({ bodies: bodies(), backend: make() });
      world.step(25);
      hashes.push(await world.hash());
    }
    expect(hashes[1]).toBe(hashes[0]);
  });
});

it('a snapshot brings no material or radius of another world', async () => {
  const made = (material?: string) =>
    open({
      bodies: [cloth({ particles: [4, 4], material, rotation: [90, 0, 0], position: [0, 0.01, 0] })],
      colliders: [{ shape: 'plane', position: [0, -0.2, 0] }],
      materials: { silk: { friction: 0.1 } },
      backend: 'reference',
    });
  const [silk, plain] = [await made('silk'), await made()];
  plain.restore(await silk.snapshot());
  plain.step(120);
  const { faults } = await plain.statistics();
  expect(faults).toBe(0);
});

it('goes on with the same bits where cloth meets itself, whose neighbours another world has to look for', async () => {
  const heap = {
    bodies: [
      cloth({
        particles: [14, 14],
        size: [0.5, 0.5],
        rotation: [80, 0, 0],
        position: [0, 0.3, 0],
        stiffness: 200,
      }),
    ],
    colliders: [{ shape: 'plane' }, { shape: 'sphere', radius: 0.05, position: [0, 0.05, 0] }],
    particleContact: 'all',
  } as const;
  const world = await open(heap);
  world.step(250);
  const snapshot = await world.snapshot();
  world.step(37);
  const executed = await world.executed();
  // They met, and neighbours were kept for most steps.
  expect(executed.get('listContacts')).toBeGreaterThan(20);
  expect(executed.get('countNear')).toBeLessThan(0.5 * executed.get('countContacts')!);
  const other = await open(heap);
  other.restore(snapshot);
  other.step(37);
  expect(await other.hash()).toBe(await world.hash());
  world.dispose();
  other.dispose();
});

describe('a world begins from a snapshot of another backend', () => {
  const scene = () => ({ bodies: bodies(), colliders: [{ shape: 'plane', position: [0, -2, 0] }] as const });

  it('float32 numbers go to float64 and back without a change', async () => {
    const first = await open({ ...scene(), backend: CPU_BACKENDS[1].make() });
    first.step(20);
    disturb(first);
    const snapshot = await first.snapshot();
    const exact = await open({ ...scene(), backend: 'reference', from: snapshot });
    expect([exact.steps, exact.time, exact.isPinned(70)]).toEqual([first.steps, first.time, true]);
    const back = await open({ ...scene(), backend: CPU_BACKENDS[2].make(), from: await exact.snapshot() });
    expect(await back.hash()).toBe(await first.hash());
    first.step(10);
    back.step(10);
    expect(await back.hash()).toBe(await first.hash());
    // On float64 what follows differs by roundings only: ten steps of some of metres, 2^-24 each.
    exact.step(10);
    const [a, b] = [await positionsOf(first), await positionsOf(exact)];
    a.forEach((q, k) => {
      expect(Math.abs(b[k] - q)).toBeLessThan(2e-5);
    });
  });

  it('goes on without the GPU it began on', async () => {
    const backend = await openWebGpu();
    const lost = await open({ ...scene(), backend });
    lost.step(20);
    const snapshot = await lost.snapshot();
    const at = await positionsOf(lost);
    const ended = lost.lost;
    (backend.device as GPUDevice).destroy();
    expect(await ended).toMatch('lost');
    const world = await open({ ...scene(), backend: 'wasm', from: snapshot });
    expect(await positionsOf(world)).toEqual(at);
    world.step(10);
    expect((await world.statistics()).faults).toBe(0);
  });

  it('of other bodies it does not', async () => {
    const snapshot = await (await open(scene())).snapshot();
    await expect(open({ bodies: [rope()], from: snapshot })).rejects.toThrow('snapshot.model');
  });
});
