/** Cloth that splits where it tears: nothing is lost, with any method on any backend. */
import {
  type Backend,
  cloth,
  countsOf,
  findMethod,
  METHODS,
  type Ray,
  rope,
  solid,
  type Vec3,
  type World,
  wasm,
} from 'selvedge';
import { describe, expect, it } from 'vitest';
import { openWebGpu } from '#gpu';
import { CPU_BACKENDS, open, positionsOf } from '../engine/worlds.ts';
import { methodWith } from '../method-with.ts';

const [COLUMNS, ROWS] = [9, 8];
const COUNT = COLUMNS * ROWS;
const MASS = 0.2;
const last = (column: number) => (ROWS - 1) * COLUMNS + column;

type Options = NonNullable<Parameters<typeof cloth>[0]>;
const sheet = (options: Options = {}) =>
  cloth({ particles: [COLUMNS, ROWS], mass: MASS, strength: 1.4, split: true, pins: ['top'], ...options });

/** Pulls the bottom row down, a metre a second, for so many steps. */
function pull(world: World, steps: number): void {
  for (let k = 0; k < steps; k++) {
    const y = -0.5 - (world.steps + 1) * world.timestep;
    for (let column = 0; column < COLUMNS; column++)
      world.pin(last(column), [column / (COLUMNS - 1) - 0.5, y, 0]);
    world.step();
  }
}
const ENOUGH = 500;

const sum = (values: Iterable<number>) => Array.from(values).reduce((all, value) => all + value, 0);

/** Of the state: every fourth number of the masses, every second of the springs. */
async function stateOf(world: World) {
  const { buffers } = await world.snapshot();
  const masses = Array.from(buffers.masses).filter((_, k) => k % 4 === 0);
  const stiffness = Array.from(buffers.springs).filter((_, k) => k % 2 === 1);
  return { masses, stiffness, velocities: buffers.v };
}

const goneOf = (triangles: Uint32Array) =>
  triangles.filter((id, k) => k % 3 === 1 && id === triangles[k - 1]).length;

const BACKENDS: readonly { name: string; make: () => Backend | Promise<Backend> }[] = [
  ...CPU_BACKENDS.slice(0, 2),
  { name: 'webgpu', make: openWebGpu },
];

describe('a cloth pulled in two', () => {
  it.each(BACKENDS)('opens without losing cloth, on $name', async ({ make }) => {
    const backend = await make();
    const world = await open({ bodies: [sheet()], backend });
    pull(world, ENOUGH);
    const { split, torn, faults } = await world.statistics();
    const triangles = await world.readTriangles();
    expect(faults).toBe(0);
    expect(split).toBeGreaterThanOrEqual(COLUMNS - 1);
    // Counts: the spares in use are those that the statistics count, and only theirs are named by triangles.
    const used = await world.readSplit();
    expect(sum(used)).toBe(split);
    const named = new Set([...triangles].filter((id) => id >= COUNT));
    expect([...named].filter((id) => used[id] === 0)).toEqual([]);
    expect(sum(await world.readTorn())).toBe(torn);

    const whole = await open({ bodies: [sheet({ split: false })], backend });
    pull(whole, ENOUGH);
    const lost = goneOf(await whole.readTriangles());
    expect(lost).toBeGreaterThan(10);
    expect(goneOf(triangles)).toBeLessThan(lost / 2);
    for (const each of [world, whole]) each.dispose();
    backend.dispose();
  });

  it('keeps mass, and the stiffness of edges and diagonals', async () => {
    const body = sheet({ stiffness: { structural: 4000, shear: 400, bend: 0 } });
    const world = await open({ bodies: [body], backend: 'reference' });
    const before = await stateOf(world);
    expect(sum(before.masses)).toBeCloseTo(MASS, 12);
    const split = async () => (await world.statistics()).split;
    while ((await split()) < 3 && world.steps < ENOUGH) pull(world, 1);
    // Springs tear later, at twice the stretch.
    const now = await stateOf(world);
    expect(sum(now.stiffness)).toBeCloseTo(sum(before.stiffness), 6);
    expect(now.stiffness.filter((k) => k > 0).length).toBeGreaterThan(
      before.stiffness.filter((k) => k > 0).length,
    );
    pull(world, ENOUGH / 2);
    expect(await split()).toBeGreaterThan(5);
    expect(sum((await stateOf(world)).masses)).toBeCloseTo(MASS, 12);
    world.dispose();
  });

  it.each(METHODS.map(({ id }) => id))('is followed by %s', async (id) => {
    const world = await open({
      bodies: [sheet()],
      method: methodWith(id, {}),
      backend: wasm({ threads: 1 }),
    });
    // An exact method takes long for what follows the tear.
    pull(world, findMethod(id).isExact ? 280 : 400);
    const { split, faults, strain } = await world.statistics();
    expect(split).toBeGreaterThan(4);
    expect(faults).toBe(0);
    // Once torn, no spring pulls at the halves.
    expect(strain.max).toBeLessThan(1);
    expect(sum((await stateOf(world)).masses)).toBeCloseTo(MASS, 6);
    world.dispose();
  });

  it('is counted as it was when the statistics were asked for', async () => {
    const world = await open({ bodies: [sheet()], backend: wasm({ threads: 1 }) });
    const asked = world.statistics();
    pull(world, 300);
    expect(await asked).toMatchObject({ torn: 0, split: 0 });
    expect((await world.statistics()).split).toBeGreaterThan(0);
    world.dispose();
  });

  it('tears the same way for any number of threads, and from a snapshot', async () => {
    const run = async (threads: number) => {
      const world = await open({ bodies: [sheet()], backend: wasm({ threads }) });
      pull(world, 300);
      const snapshot = await world.snapshot();
      pull(world, 200);
      const hash = await world.hash();
      return { world, snapshot, hash, split: sum(await world.readSplit()) };
    };
    const [one, two] = [await run(1), await run(2)];
    expect(two.hash).toBe(one.hash);
    expect(one.split).toBeGreaterThan(0);
    one.world.restore(one.snapshot);
    pull(one.world, 200);
    expect(await one.world.hash()).toBe(one.hash);
    for (const { world } of [one, two]) world.dispose();
  });

  it('meets other bodies the same way for any number of threads: spares meet nothing', async () => {
    // Whole cloth with spares, which lie on its particles, in front of a solid that it falls past.
    const bodies = () => [
      cloth({ particles: [7, 4], size: [0.26, 0.13], strength: 1.454, split: true }),
      solid({ particles: [3, 7, 3], size: [0.1, 0.3, 0.1], position: [0.02, 0, 0.06] }),
    ];
    const run = async (backend: Backend) => {
      const world = await open({ bodies: bodies(), particleContact: 'all', backend });
      world.step(240);
      const { contact, faults } = await world.statistics();
      expect(faults).toBe(0);
      expect(contact.missed).toBe(0);
      return { hash: await world.hash(), positions: await positionsOf(world) };
    };
    const all = [];
    for (const threads of [1, 2, 4]) all.push(await run(wasm({ threads })));
    expect(new Set(all.map(({ hash }) => hash)).size).toBe(1);
  });
});

describe('momentum', () => {
  it('stays when free cloth splits', async () => {
    // Its halves fly apart.
    const world = await open({
      bodies: [sheet({ pins: [], strength: 1.05 })],
      // Solved exactly: sweeps that are broken off do not keep momentum.
      method: { id: 'pd-cholesky' },
      backend: 'reference',
      gravity: [0, 0, 0],
      damping: 0,
    });
    const velocities = new Float64Array(3 * world.model.particles);
    for (let id = 0; id < COUNT; id++)
      velocities[3 * id + 1] = Math.floor(id / COLUMNS) < ROWS / 2 ? 20 : -20;
    world.write({ velocities });
    world.step(60);
    expect((await world.statistics()).split).toBeGreaterThan(0);
    const { masses, velocities: v } = await stateOf(world);
    const momentum = [0, 1, 2].map((c) => sum(masses.map((mass, slot) => mass * v[4 * slot + c])));
    for (const each of momentum) expect(Math.abs(each)).toBeLessThan(1e-9);
    world.dispose();
  });
});

describe('a particle that is split', () => {
  it('has its part of the mass when it is held and let go', async () => {
    const world = await open({ bodies: [sheet()], backend: 'reference' });
    pull(world, ENOUGH);
    const spare = (await world.readSplit()).indexOf(1);
    const { masses } = await stateOf(world);
    for (const id of [spare, spare - COUNT]) {
      world.pin(id);
      world.step();
      world.unpin(id);
    }
    world.step();
    expect((await stateOf(world)).masses).toEqual(masses);
    expect(sum(masses)).toBeCloseTo(MASS, 12);
    world.dispose();
  });

  it('had a spare that waited with it, without mass', async () => {
    const world = await open({ bodies: [sheet({ pins: [] })], backend: 'reference' });
    world.step(10);
    const { positions } = await world.read({ positions: new Float64Array(3 * world.model.particles) });
    expect(positions.slice(3 * COUNT)).toEqual(positions.slice(0, 3 * COUNT));
    expect(world.bodies[0]).toMatchObject({ count: 2 * COUNT, splits: { columns: COLUMNS, rows: ROWS } });
    const fallen: Vec3 = [0, (-9.81 * world.timestep ** 2 * 10 * 11) / 2, 0];
    expect(positions[1] - world.model.positions[1]).toBeCloseTo(fallen[1], 2);
    expect((await world.statistics()).split).toBe(0);
    world.dispose();
  });
});

describe('springs of a cloth that splits', () => {
  const bodies = () => [rope({ particles: 5 }), sheet()];
  const whole = [rope({ particles: 5 }), cloth({ particles: [COLUMNS, ROWS] })];
  const springs = whole.map(({ restLengths }) => restLengths.length);

  it('are counted once, and particles without their spares', async () => {
    const world = await open({ bodies: bodies() });
    expect(countsOf(world.model)).toEqual({ particles: 5 + COUNT, springs: springs[0] + springs[1] });
    expect(world.model.particles).toBe(5 + 2 * COUNT);
  });

  it('are torn as a user numbers them, whole, whatever has split by then', async () => {
    const backend = wasm({ threads: 1 });
    const world = await open({ bodies: bodies(), method: { id: 'pd-rbgs', outer: 5 }, backend });
    const pulled = () => {
      for (let column = 0; column < COLUMNS; column++)
        world.pin(5 + last(column), [column / (COLUMNS - 1) - 0.5, -0.5 - world.time - world.timestep, 0]);
      world.step();
    };
    while (sum(await world.readSplit()) < 3 && world.steps < ENOUGH) pulled();
    expect(sum(await world.readSplit())).toBeGreaterThan(2);
    const before = await world.readTorn();
    const { buffers } = await world.snapshot();
    const count = springs[1];
    const [first] = world.bodies[1].springs;
    const stiffnessOf = (buffer: ArrayLike<number>, s: number) =>
      [0, 1, 2, 3].map((version) => buffer[2 * (s + version * count) + 1]);
    // One that hangs from spares by now.
    const other = Array.from({ length: count }, (_, k) => first + k).find((s) =>
      stiffnessOf(buffers.springs, s)
        .slice(1)
        .some((k) => k > 0),
    )!;
    world.tear(other);
    world.tear(1);
    expect(stiffnessOf((await world.snapshot()).buffers.springs, other)).toEqual([0, 0, 0, 0]);
    const torn = await world.readTorn();
    expect([before[other], torn[other], before[1], torn[1]]).toEqual([0, 1, 0, 1]);
    expect(sum(torn)).toBe(sum(before) + 2);
    world.step(20);
    expect((await world.readTorn())[other]).toBe(1);
    backend.dispose();
  });
});

describe('a cut through cloth that splits', () => {
  /** Parallel rays along −z, through these points. */
  const raysAt = (...points: readonly (readonly [number, number])[]): Ray[] =>
    points.map(([x, y]) => ({ origin: [x, y, 1], direction: [0, 0, -1] }));
  const STROKES = {
    straight: [
      [-0.7, 0.03],
      [0.7, -0.06],
    ],
    winding: [-0.7, -0.4, -0.33, -0.1, 0.02, 0.15, 0.4, 0.7].map(
      (x, k) => [x, [0.02, 0.09, 0.14, -0.05, 0.1, 0.16, -0.04, 0.06][k]] as const,
    ),
    /** In and out again by the same border. */
    round: [
      [-0.33, -0.7],
      [-0.3, 0.05],
      [0.02, 0.24],
      [0.28, 0.02],
      [0.33, -0.7],
    ],
  } as const;

  /** The piece of cloth that each particle with a triangle is of, by any number. */
  function piecesOf(triangles: Uint32Array): Map<number, number> {
    const piece = new Map([...triangles].map((id) => [id, id]));
    for (let changed = true; changed; ) {
      changed = false;
      for (let t = 0; t < triangles.length; t += 3) {
        const corners = [...triangles.subarray(t, t + 3)];
        const least = Math.min(...corners.map((id) => piece.get(id)!));
        for (const id of corners) if (piece.get(id)! > least) changed = !!piece.set(id, least);
      }
    }
    return piece;
  }

  const cases = BACKENDS.flatMap((backend) =>
    (Object.keys(STROKES) as (keyof typeof STROKES)[]).map((stroke) => ({ ...backend, stroke })),
  );
  it.each(cases)('$stroke: two pieces, and no quad is lost, on $name', async ({ make, stroke }) => {
    const backend = await make();
    const world = await open({ bodies: [sheet({ strength: 3 })], backend });
    const rays = raysAt(...STROKES[stroke]);
    // As a pointer does it: piece by piece, with steps between.
    rays.slice(1).forEach((ray, k) => {
      world.cutStroke([rays[k], ray], { goesOn: k > 0 });
      world.step(1);
    });
    const triangles = await world.readTriangles();
    expect(goneOf(triangles)).toBe(0);
    // Gone are bend springs across the cut, two quads long.
    const { restLengths } = world.model;
    const torn = await world.readTorn();
    expect(Math.min(...restLengths.filter((_, s) => torn[s] === 1))).toBeGreaterThan(1.9 / (COLUMNS - 1));
    const pieces = piecesOf(triangles);
    expect(new Set(pieces.values()).size).toBe(2);
    const [middle, top] = [last(4), 4].map((id) => pieces.get(id));
    expect(middle).not.toBe(top);
    // What was cut out falls as bodies fall; all of its mass is there.
    const { masses } = await stateOf(world);
    expect(sum(masses)).toBeCloseTo(MASS, 5);
    const steps = 60;
    const before = (await world.read()).velocities[3 * last(4) + 1];
    world.step(steps);
    const { velocities } = await world.read();
    const gained = velocities[3 * last(4) + 1] - before;
    expect(gained).toBeLessThan(-0.8 * 9.81 * steps * world.timestep);
    expect((await world.statistics()).faults).toBe(0);
    backend.dispose();
  });

  it.each(BACKENDS)(
    'that crosses another: four pieces, at the price of a few quads, on $name',
    async ({ make }) => {
      const backend = await make();
      const world = await open({ bodies: [sheet({ strength: 3 })], backend });
      world.cutStroke(raysAt(...STROKES.straight));
      world.cutStroke(raysAt([-0.06, -0.7], [0.03, 0.7]));
      world.step(1);
      const triangles = await world.readTriangles();
      expect(goneOf(triangles)).toBeGreaterThan(0);
      expect(goneOf(triangles)).toBeLessThanOrEqual(4);
      expect(new Set(piecesOf(triangles).values()).size).toBe(4);
      const { masses } = await stateOf(world);
      expect(sum(masses)).toBeCloseTo(MASS, 5);
      // Nothing holds the lower two to the upper two.
      world.step(60);
      const { velocities } = await world.read();
      for (const id of [last(2), last(COLUMNS - 3)])
        expect(velocities[3 * id + 1]).toBeLessThan(-0.8 * 9.81 * 61 * world.timestep);
      expect((await world.statistics()).faults).toBe(0);
      backend.dispose();
    },
  );

  it('leaves alone who is split already, and bodies beside are cut as ever', async () => {
    const line = rope({ particles: 3, length: 1, position: [-0.5, 0.2, 0] });
    const world = await open({ bodies: [sheet({ strength: 3 }), line] });
    world.cutStroke(raysAt(...STROKES.straight));
    const split = sum(await world.readSplit());
    world.cutStroke(raysAt(...STROKES.straight));
    expect(sum(await world.readSplit())).toBe(split);
    expect(goneOf(await world.readTriangles())).toBe(0);
    world.cutStroke(raysAt([-0.1, -1], [-0.1, 1]));
    expect(sum((await world.readTorn()).subarray(...world.bodies[1].springs))).toBe(1);
  });
});

it('refuses to split what does not tear', () => {
  expect(() => cloth({ split: true })).toThrow(/cloth.split.*a cloth with a strength/);
});

it('takes no spare in hand and attaches none; what is attached and let go weighs what it did', async () => {
  const world = await open({ bodies: [sheet()], backend: wasm({ threads: 1 }) });
  const plane = { point: [0, 0, 0], normal: [0, 0, 1] } as const;
  expect(() => world.grab(COUNT, [0, 0, 0])).toThrow(`grab.particle: ${COUNT} is not allowed`);
  await expect(world.attach({ particles: [COUNT], plane })).rejects.toThrow('not a spare');
  pull(world, ENOUGH);
  const before = sum((await stateOf(world)).masses);
  await world.attach({ name: 'held', particles: [COLUMNS + 4], plane });
  world.release('held');
  expect(sum((await stateOf(world)).masses)).toBeCloseTo(before, 6);
  world.dispose();
});
