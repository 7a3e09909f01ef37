/** Cloths in blocks, swept or by V-cycles: chosen where they can be, the same as rows of neighbours within rounding, the same bits for any threads. */
import {
  type Body,
  cloth,
  createWorld,
  type MethodOptions,
  reference,
  rope,
  type Settings,
  triangles,
  type World,
  wasm,
} from 'selvedge';
import { describe, expect, it } from 'vitest';
import { wovenCloth } from '../conformance/scenes.ts';
import { seeded } from '../conformance/seeded.ts';

const SPLIT = { id: 'pd-rbgs', outer: 2, inner: 3, omega: 1.5 } as const;
const plain = (columns: number, rows: number): Body =>
  cloth({
    particles: [columns, rows],
    stiffness: 1000,
    rotation: [80, 5, 0],
    pins: ['top-left', 'top-right'],
  });

/** Every spring another, and some torn. */
function mixed(columns: number, rows: number): Body {
  const random = seeded(3);
  const body = plain(columns, rows);
  return {
    ...body,
    stiffness: body.stiffness.map(() => (random() < 0.1 ? 0 : 500 + 1000 * random())),
    restLengths: body.restLengths.map((rest) => rest * (0.9 + 0.2 * random())),
    masses: body.masses.map((mass) => mass * (0.5 + random())),
  };
}

/** A stiffer seam along one row: the other rows keep one weight. */
function seamed(): Body {
  const body = plain(21, 21);
  const isSeam = (id: number) => Math.floor(id / 21) === 9;
  return {
    ...body,
    stiffness: body.stiffness.map((k, s) =>
      isSeam(body.ends[2 * s]) && isSeam(body.ends[2 * s + 1]) ? 5 * k : k,
    ),
  };
}

async function run(
  bodies: Body[],
  backend: ReturnType<typeof wasm>,
  method: MethodOptions,
  settings: Settings = {},
) {
  const world = await createWorld({ bodies, backend, method, timestep: 1 / 120, ...settings });
  world.step(3);
  world.pin(3);
  world.step(9);
  const { positions } = await world.read({ positions: new Float64Array(3 * world.model.particles) });
  const [hash, storage, executed] = [await world.hash(), world.storage, await world.executed()];
  const { uniform, mixed } = (await world.statistics()).storage;
  world.dispose();
  return { positions, hash, storage, pairs: [uniform, mixed], executed };
}

const largestOff = (a: Float64Array, b: Float64Array): number =>
  a.reduce((most, x, k) => Math.max(most, Math.abs(x - b[k])), 0);

const GRID = 'grid in blocks of four';
const ROWS = 'rows of neighbours';
const WOVEN = 'blocks hold structural springs, not shear or bend springs';
const NO_GRID = 'only cloth in a grid goes in blocks';

interface Case {
  readonly title: string;
  readonly bodies: () => Body[];
  readonly storage: string;
  /** Pairs of rows with one weight a particle, and with a weight per spring. */
  readonly pairs: readonly [uniform: number, mixed: number];
  readonly settings?: Settings;
}

const CASES: readonly Case[] = [
  { title: 'even sides', bodies: () => [plain(16, 12)], storage: GRID, pairs: [6, 0] },
  { title: 'odd sides', bodies: () => [plain(23, 17)], storage: GRID, pairs: [9, 0] },
  { title: 'even by odd', bodies: () => [plain(18, 5)], storage: GRID, pairs: [3, 0] },
  { title: 'two by two', bodies: () => [plain(2, 2)], storage: GRID, pairs: [1, 0] },
  { title: 'long and narrow', bodies: () => [plain(2, 40), plain(41, 3)], storage: GRID, pairs: [22, 0] },
  {
    title: 'mixed springs',
    bodies: () => [mixed(19, 15)],
    storage: GRID,
    pairs: [0, 8],
  },
  { title: 'a seam', bodies: () => [seamed()], storage: GRID, pairs: [10, 1] },
  {
    title: 'damped',
    bodies: () => [plain(14, 15)],
    storage: GRID,
    pairs: [8, 0],
    settings: { stiffnessDamping: 0.01 },
  },
  {
    title: 'among others',
    bodies: () => [rope({ pins: ['start'] }), plain(13, 9), wovenCloth(), mixed(12, 10)],
    storage: `${GRID}, the rest in ${ROWS} ("rope": ${NO_GRID}; "cloth" (bodies[2]): ${WOVEN})`,
    pairs: [5, 5],
  },
  {
    title: 'no grid',
    bodies: () => [wovenCloth(), rope({ pins: ['start'] })],
    storage: `${ROWS} ("cloth": ${WOVEN}; "rope": ${NO_GRID})`,
    pairs: [0, 0],
  },
];

describe.each(CASES)('$title', ({ bodies, storage, pairs, settings }) => {
  it('ends where the reference does', async () => {
    const expected = await run(bodies(), reference(), SPLIT, settings);
    const actual = await run(bodies(), wasm({ threads: 1 }), SPLIT, settings);
    expect([actual.storage, actual.pairs]).toEqual([storage, pairs]);
    const oneByOne = `${ROWS} (the backend computes one particle at a time)`;
    expect([expected.storage, expected.pairs]).toEqual([oneByOne, [0, 0]]);
    const off = largestOff(actual.positions, expected.positions);
    // Twelve steps of some roundings of metres each, 2^-24 every time, as they grow in a cloth that swings.
    expect(off).toBeLessThan(2e-5);
    expect(actual.executed.has('blockSweeps')).toBe(storage.startsWith(GRID));
  });

  it('has the same bits on two, four and eight threads', async () => {
    const { hash } = await run(bodies(), wasm({ threads: 1 }), SPLIT, settings);
    // More threads than cores: some sleep.
    for (const threads of [2, 4, 8])
      expect((await run(bodies(), wasm({ threads }), SPLIT, settings)).hash).toBe(hash);
  });
});

it('sweeps go in several passes where rows are so long that no more are in hand at once', async () => {
  const [bodies, method] = [() => [plain(4000, 17)], { ...SPLIT, inner: 7 }];
  const expected = await run(bodies(), reference(), method);
  const actual = await run(bodies(), wasm({ threads: 1 }), method);
  // Four and three sweeps, in each of two iterations of each step.
  expect(actual.executed.get('blockSweeps')).toBe(2 * actual.executed.get('blockLocal')!);
  expect(largestOff(actual.positions, expected.positions)).toBeLessThan(2e-5);
  // Shares of particles are in pieces here, which threads that are done take from others.
  for (const threads of [2, 4, 8])
    expect((await run(bodies(), wasm({ threads }), method)).hash).toBe(actual.hash);
});

it.each([
  { inner: 1, omega: 1.7 },
  { inner: 3, omega: 1 },
  { inner: 10, omega: 1.9 },
])('bands whose borders go up and down have the same bits: %j', async (split) => {
  const [bodies, method] = [() => [plain(40, 61), mixed(30, 70)], { ...SPLIT, ...split }];
  const { hash } = await run(bodies(), wasm({ threads: 1 }), method);
  for (const threads of [2, 3, 5, 8])
    expect((await run(bodies(), wasm({ threads }), method)).hash).toBe(hash);
});

it('a cloth with one spring elsewhere is no grid', async () => {
  const body = plain(9, 9);
  const ends = body.ends.slice();
  ends[1] = 10; // instead of 0 – 1 a spring 0 – 10: of the same colour, so that it takes a third one
  const { storage } = await run([{ ...body, ends }], wasm({ threads: 1 }), SPLIT);
  expect(storage).toBe(`${ROWS} (its springs do not join each particle to its neighbours in the grid)`);
});

const CYCLES = { id: 'pd-multigrid', outer: 2 } as const;
const SMALL = 'cycles are in blocks from 14 particles a side on';
const CYCLED: readonly Case[] = [
  { title: 'even sides', bodies: () => [plain(40, 32)], storage: GRID, pairs: [16, 0] },
  { title: 'odd sides', bodies: () => [plain(23, 37)], storage: GRID, pairs: [19, 0] },
  { title: 'a power of two', bodies: () => [plain(64, 33)], storage: GRID, pairs: [17, 0] },
  { title: 'long and narrow', bodies: () => [plain(80, 17)], storage: GRID, pairs: [9, 0] },
  { title: 'torn', bodies: () => [mixed(41, 29)], storage: GRID, pairs: [0, 15] },
  {
    title: 'damped',
    bodies: () => [plain(24, 25)],
    storage: GRID,
    pairs: [13, 0],
    settings: { stiffnessDamping: 0.01 },
  },
  {
    title: 'among others',
    bodies: () => [rope({ pins: ['start'] }), plain(33, 29), wovenCloth(), plain(5, 5), mixed(18, 64)],
    storage: `${GRID}, the rest in ${ROWS} ("rope": ${NO_GRID}; "cloth" (bodies[2]): ${WOVEN}; "cloth" (bodies[3]): ${SMALL})`,
    pairs: [15, 32],
  },
  { title: 'too small', bodies: () => [plain(13, 40)], storage: `${ROWS} (${SMALL})`, pairs: [0, 0] },
];

describe.each(CYCLED)('V-cycles, $title', ({ bodies, storage, pairs, settings }) => {
  it('end where the reference does, with the same bits on two threads', async () => {
    const expected = await run(bodies(), reference(), CYCLES, settings);
    const actual = await run(bodies(), wasm({ threads: 1 }), CYCLES, settings);
    expect([actual.storage, actual.pairs]).toEqual([storage, pairs]);
    expect(actual.executed.has('blockSmooth')).toBe(storage.startsWith(GRID));
    const off = actual.positions.reduce(
      (most, x, k) => Math.max(most, Math.abs(x - expected.positions[k])),
      0,
    );
    expect(off).toBeLessThan(2e-5);
    expect((await run(bodies(), wasm({ threads: 2 }), CYCLES, settings)).hash).toBe(actual.hash);
  });
});

it('cycles have the same bits however many steps a run has', async () => {
  const [one, several] = await Promise.all(
    [[1, 1, 1, 1, 1, 1], [6]].map(async (runs) => {
      const world = await createWorld({
        ...{ bodies: [plain(40, 32), plain(33, 29)], method: CYCLES, timestep: 1 / 120 },
        backend: wasm({ threads: 1 }),
      });
      for (const count of runs) world.step(count);
      const [hash, executed] = [await world.hash(), await world.executed()];
      world.dispose();
      return { hash, advanced: executed.get('blockAdvance') ?? 0 };
    }),
  );
  expect([one.advanced, several.advanced]).toEqual([0, 10]);
  expect(several.hash).toBe(one.hash);
});

it.each([
  { method: { id: 'pd-rbgs', rho: 0.8 }, why: 'rho', instead: 'rho = 0' },
  { method: { id: 'pd-multigrid', rho: 0.5 }, why: 'rho', instead: 'rho = 0' },
  { method: { id: 'pd-multigrid', accuracy: 0.1 }, why: 'an accuracy', instead: 'accuracy = 0' },
  { method: { id: 'pd-jacobi' }, why: 'pd-jacobi' },
] as const)('$method stays in rows, which is said with the cure where it costs', async (one) => {
  const options = { method: one.method, backend: wasm({ threads: 1 }) };
  const small = await createWorld({ ...options, bodies: [plain(24, 24)] });
  small.step();
  expect(small.storage).toMatch(`${ROWS} (`);
  expect(small.storage).toMatch(`${one.why}`);
  expect([...(await small.executed()).keys()].filter((name) => name.startsWith('block'))).toEqual([]);
  const said = ({ warnings }: World) => warnings.filter((line) => line.includes('twice as long'));
  expect(said(small)).toEqual([]);
  const large = await createWorld({ ...options, bodies: [plain(40, 30)] });
  large.step(3);
  if ('instead' in one)
    expect(said(large)).toEqual([expect.stringContaining(`in blocks with ${one.instead}`)]);
  else expect(said(large)).toEqual([]);
  for (const world of [small, large]) world.dispose();
});

it.each([{ id: 'pd-rbgs', outer: 2 }, CYCLES])(
  'a grid beside triangles stays in blocks: %j',
  async (method) => {
    const size = 9;
    const points = Array.from({ length: size * size }, (_, k) => [
      (k % size) / 8 + 3,
      0,
      Math.floor(k / size) / 8,
    ]);
    const quads = Array.from({ length: (size - 1) ** 2 }, (_, k) => k + Math.floor(k / (size - 1)));
    const bodies = () => [
      plain(33, 29),
      triangles({
        vertices: points as [number, number, number][],
        triangles: quads.flatMap((a) => [
          [a, a + size, a + 1],
          [a + 1, a + size, a + size + 1],
        ]) as [number, number, number][],
        pins: [0, size - 1],
      }),
    ];
    const expected = await run(bodies(), reference(), method);
    const actual = await run(bodies(), wasm({ threads: 1 }), method);
    expect(actual.storage).toBe(`${GRID}, the rest in ${ROWS} ("triangles": ${NO_GRID})`);
    expect(largestOff(actual.positions, expected.positions)).toBeLessThan(2e-5);
    // Nothing is added to the grid: what moves need not leave the blocks.
    const names = [...actual.executed.keys()];
    expect(names).toContain('gather');
    expect(names).not.toContain('blockShow');
    expect((await run(bodies(), wasm({ threads: 2 }), method)).hash).toBe(actual.hash);
  },
);

describe('the beginning and the end of a step', () => {
  const bodies = [plain(21, 21), rope({ particles: 9, position: [3, 0, 0] }), mixed(10, 7)];
  const far = [{ shape: 'sphere', radius: 1, position: [100, 0, 0] }] as const;

  async function stepped(
    colliders: typeof far | readonly [],
    runs: readonly number[],
    backend = wasm({ threads: 1 }),
  ) {
    const world = await createWorld({
      ...{ bodies, colliders, method: SPLIT, timestep: 1 / 120 },
      backend,
    });
    // One that leaves the numbers is refused on either way.
    world.setForce(5, [1e15, 0, 0]);
    for (const count of runs) world.step(count);
    const { particles } = world.model;
    const { positions, velocities } = await world.read({
      positions: new Float32Array(3 * particles),
      velocities: new Float32Array(3 * particles),
    });
    const executed = await world.executed();
    world.dispose();
    return { positions, velocities, executed };
  }

  it('are in blocks from the first step of a run to the last, with the same bits, unless something comes between', async () => {
    const [one, two, several] = [
      await stepped([], [1, 1, 1, 1, 1, 1]),
      await stepped([], [2, 1, 3]),
      await stepped([], [6]),
    ];
    const beside = await stepped(far, [6]);
    const names = ['blockPredict', 'blockTake', 'blockAdvance', 'blockGive', 'blockFinish'];
    const countsOf = ({ executed }: typeof one) => names.map((name) => executed.get(name) ?? 0);
    // Two cloths.
    expect(countsOf(one)).toEqual([12, 0, 0, 0, 12]);
    expect(countsOf(two)).toEqual([2, 4, 6, 4, 2]);
    expect(countsOf(several)).toEqual([0, 2, 10, 2, 0]);
    for (const { executed } of [one, two, several])
      for (const name of ['blockEnter', 'blockLeave']) expect(executed.get(name) ?? 0).toBe(0);
    // Contact comes before the end of the step.
    expect(countsOf(beside)).toEqual([12, 0, 0, 0, 0]);
    expect(beside.executed.get('blockLeave')).toBe(12);
    // As many threads as do best, which is found out in the middle of a run.
    const paced = await stepped([], [6], wasm());
    for (const other of [two, several, beside, paced]) {
      expect(other.positions).toEqual(one.positions);
      expect(other.velocities).toEqual(one.velocities);
    }
  });
});
