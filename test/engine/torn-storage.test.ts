/** A cloth in blocks that tears in mid-run: rows that tore go on with a weight per spring, the others as they were, no step later than elsewhere. */
import { type Backend, cloth, type MethodOptions, reference, type World, wasm } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { KIND } from '../../engine/blocks/geometry.ts';
import { open, positionsOf } from './worlds.ts';

const [COLUMNS, ROWS] = [33, 30];
const PAIRS = ROWS / 2;
const STEPS_BEFORE = 6;

/** A cloth of structural springs, a metre wide, with a particle every three centimetres. */
const hanging = (strength?: number) =>
  cloth({
    particles: [COLUMNS, ROWS],
    size: [1, 1],
    pins: ['top'],
    stiffness: { structural: 2000, shear: 0, bend: 0 },
    strength,
    strengthSpread: 0,
  });

/** What a backend's machine was asked for, and a way to its buffers. */
function watched(backend: Backend) {
  const loads: string[] = [];
  let read: (name: string) => Promise<ArrayLike<number>>;
  const open: Backend['open'] = async (memory) => {
    const machine = await backend.open(memory);
    const load = machine.load.bind(machine);
    machine.load = (name, program) => {
      loads.push(name);
      load(name, program);
    };
    read = async (name) => (await machine.read(name))[0];
    return machine;
  };
  return { backend: { ...backend, open }, loads, read: (name: string) => read(name) };
}

/** As `wasm`, without blocks. */
const inRows = (): Backend => ({ ...wasm({ threads: 1 }), simd: false });

const rowOf = (id: number): number => Math.floor(id / COLUMNS);

/** Pairs of rows with a particle that is free and has both torn springs and others. */
function expectedMixed(world: World, torn: Uint8Array): number[] {
  const { ends, idOf } = world.model;
  const [gone, left] = [new Set<number>(), new Set<number>()];
  torn.forEach((isTorn, s) => {
    for (const slot of [ends[2 * s], ends[2 * s + 1]]) (isTorn ? gone : left).add(slot);
  });
  const both = [...gone].filter((slot) => left.has(slot)).map((slot) => idOf[slot]);
  const pairs = both.filter((id) => !world.isPinned(id)).map((id) => rowOf(id) >> 1);
  return [...new Set(pairs)].toSorted((a, b) => a - b);
}

/** In the middle of rows 9 and 20. */
const PULLED: readonly number[] = [9 * COLUMNS + 12, 20 * COLUMNS + 21];

/** A blade through the left half of the cloth, between rows 15 and 16, which are in different pairs. */
const blade = [
  [-1, -0.0345, -1],
  [0.02, -0.0345, -1],
  [0.02, -0.0345, 1],
  [-1, -0.0345, 1],
] as const;

const WAYS: readonly { how: string; strength?: number; act: (world: World) => void }[] = [
  {
    how: 'by its strength, in a step',
    strength: 1.5,
    act: (world) => {
      // Two particles are taken ten spacings off; their springs tear at the end of the next step.
      for (const id of PULLED)
        world.pin(id, [(id % COLUMNS) / (COLUMNS - 1) - 0.5, 0.5 - rowOf(id) / (ROWS - 1), 0.3]);
    },
  },
  { how: 'by a cut', act: (world) => world.cut(blade) },
  {
    how: 'spring by spring, by hand',
    act: (world) => {
      for (const spring of [40, 41, 400, 1500]) world.tear(spring);
    },
  },
];

const METHODS: readonly { id: string; method: MethodOptions }[] = [
  { id: 'sweeps', method: { id: 'pd-rbgs', outer: 2, inner: 5, omega: 1.5 } },
  { id: 'V-cycles', method: { id: 'pd-multigrid', outer: 2 } },
];

describe.each(METHODS)('$id in blocks', ({ method }) => {
  it.each(WAYS)(
    'a cloth that tears $how goes on as in rows and as the reference',
    async ({ strength, act }) => {
      const scene = { bodies: [hanging(strength)], method, timestep: 1 / 240 };
      const { backend, read } = watched(wasm({ threads: 1 }));
      const blocks = await open({ ...scene, backend });
      const rows = await open({ ...scene, backend: inRows() });
      const exact = await open({ ...scene, backend: reference() });
      const worlds = [blocks, rows, exact];
      const numbers: number[] = [];
      for (let step = 1; step <= STEPS_BEFORE + 8; step++) {
        if (step === STEPS_BEFORE + 1) for (const world of worlds) act(world);
        const before = await blocks.readTorn();
        for (const world of worlds) world.step();
        const [ours, ...others] = await Promise.all(worlds.map(positionsOf));
        const off = others.map((other) => Math.max(...ours.map((value, k) => Math.abs(value - other[k]))));
        // Roundings of metres, 2^-24 each, as they grow in a cloth that is torn apart.
        expect(Math.max(...off)).toBeLessThan(2e-5);
        const torn = await Promise.all(worlds.map((world) => world.readTorn()));
        expect(torn[1]).toEqual(torn[0]);
        expect(torn[2]).toEqual(torn[0]);

        // What tore in a step, the next one goes with.
        const mixed = expectedMixed(blocks, before);
        const { storage } = await blocks.statistics();
        expect([storage.uniform, storage.mixed]).toEqual([PAIRS - mixed.length, mixed.length]);
        const kinds = await read('grid0Kinds');
        const found = Array.from({ length: PAIRS }, (_, pair) => pair).filter((pair) =>
          [kinds[2 * pair], kinds[2 * pair + 1]].includes(KIND.springs),
        );
        expect(found).toEqual(mixed);
        numbers.push(mixed.length);
      }
      expect(numbers.slice(0, STEPS_BEFORE)).toEqual(Array(STEPS_BEFORE).fill(0));
      expect(numbers.at(-1)).toBeGreaterThan(1);
      expect(numbers.at(-1)).toBeLessThan(PAIRS);
      expect(blocks.storage).toBe('grid in blocks of four');
      expect(rows.storage).toBe('rows of neighbours (the backend computes one particle at a time)');
      expect((await rows.statistics()).storage.description).toBe('rows of neighbours');
      const [mixed, uniform] = [numbers.at(-1)!, PAIRS - numbers.at(-1)!];
      expect((await blocks.statistics()).storage.description).toBe(
        `grid in blocks of four, one weight in ${uniform} pairs of rows, a weight per spring in ${mixed} pairs of rows`,
      );
    },
  );
});

describe('where springs tear in the step', () => {
  const scene = {
    bodies: [hanging(1.5)],
    method: METHODS[0].method,
    timestep: 1 / 240,
  };

  it('nothing is recorded anew: the same words go on with other weights', async () => {
    const { backend, loads } = watched(wasm({ threads: 1 }));
    const world = await open({ ...scene, backend });
    // Pinned from the beginning, so that nothing but the tear is new.
    for (const id of PULLED) world.pin(id);
    world.step(STEPS_BEFORE);
    await world.idle();
    const [before, weighed] = [loads.length, (await world.executed()).get('blockWeigh')];
    for (const id of PULLED) world.move(id, [0, 0, 1]);
    world.step(8);
    const { torn, storage } = await world.statistics();
    expect(torn).toBeGreaterThan(7);
    expect(storage.mixed).toBeGreaterThan(1);
    expect(loads.slice(before)).toEqual([]);
    // Only in steps after a tear.
    const again = (await world.executed()).get('blockWeigh')! - weighed!;
    expect(again).toBeGreaterThan(0);
    expect(again).toBeLessThan(8);
  });

  it.each([
    { title: 'without wind', wind: undefined, recorded: [] },
    {
      title: 'in wind, which looks for holes',
      wind: { velocity: [0, 0, 1] } as const,
      recorded: ['prepare', 'step'],
    },
  ])('the first cut by hand $title records no more than it must', async ({ wind, recorded }) => {
    const { backend, loads } = watched(wasm({ threads: 1 }));
    const world = await open({ ...scene, bodies: [hanging()], backend, wind });
    world.step(STEPS_BEFORE);
    const before = loads.length;
    world.cut(blade);
    world.step();
    expect(loads.slice(before).toSorted()).toEqual(['cut', 'renew', ...recorded].toSorted());
    expect((await world.statistics()).storage.mixed).toBe(2);
  });

  it('a snapshot from before has one weight again, and settings that change keep what is torn', async () => {
    const world = await open({ ...scene, backend: wasm({ threads: 2 }) });
    const pairsNow = async () => {
      const { uniform, mixed } = (await world.statistics()).storage;
      return [uniform, mixed];
    };
    expect(await pairsNow()).toEqual([0, 0]); // nothing has stepped yet
    world.step(2);
    const snapshot = await world.snapshot();
    world.cut(blade);
    expect(await pairsNow()).toEqual([PAIRS, 0]);
    world.step();
    expect(await pairsNow()).toEqual([PAIRS - 2, 2]);
    world.configure({ stiffnessDamping: 0.001 });
    world.step();
    expect(await pairsNow()).toEqual([PAIRS - 2, 2]);
    world.configure({ method: { id: 'pd-jacobi' } });
    world.step();
    expect(await pairsNow()).toEqual([0, 0]);
    world.configure({ method: METHODS[0].method });
    world.restore(snapshot);
    world.step();
    expect(await pairsNow()).toEqual([PAIRS, 0]);
  });
});
