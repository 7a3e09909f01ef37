import {
  type Body,
  checkColouring,
  cloth,
  createWorld,
  InputError,
  network,
  OddCycleError,
  quadMesh,
  rope,
} from 'selvedge';
import { describe, expect, it } from 'vitest';
import { buildModel, type Model } from '../../engine/model.ts';

/** What a colouring owes the solver. */
function expectSound(model: Model): void {
  // The ranges follow each other and cover all slots; slots and ids are each other's inverse.
  let end = 0;
  for (const range of model.colours) {
    expect(range[0]).toBe(end);
    expect(range[1]).toBeGreaterThan(range[0]);
    end = range[1];
  }
  expect(end).toBe(model.particles);
  for (let id = 0; id < model.particles; id++) expect(model.idOf[model.slotOf[id]]).toBe(id);
  // No spring joins two particles of a colour.
  const colourOf = (slot: number) => model.colours.findIndex(([first, last]) => slot >= first && slot < last);
  for (let s = 0; s < model.springs; s++)
    expect(colourOf(model.ends[2 * s])).not.toBe(colourOf(model.ends[2 * s + 1]));
  // The rows say the same as the springs: every spring once at each of its ends, the rest empty.
  const seen = new Map<number, number[]>();
  for (let slot = 0; slot < model.particles; slot++) {
    for (let entry = model.rowStarts[slot]; entry < model.rowStarts[slot + 1]; entry++) {
      if (model.neighbours[entry] === slot) continue;
      const s = model.springOf[entry];
      expect([model.ends[2 * s], model.ends[2 * s + 1]].sort()).toEqual(
        [slot, model.neighbours[entry]].sort(),
      );
      seen.set(s, [...(seen.get(s) ?? []), slot]);
    }
  }
  for (let s = 0; s < model.springs; s++)
    expect(seen.get(s)!.sort()).toEqual([model.ends[2 * s], model.ends[2 * s + 1]].sort());
}

/** A strip of n quads closed into a ring; `twisted` joins its end upside down. */
function band(n: number, twisted: boolean): Parameters<typeof quadMesh>[0] {
  const vertices = Array.from({ length: 2 * n }, (_, v) => {
    const angle = (2 * Math.PI * (v >> 1)) / n;
    return [Math.cos(angle), Math.sin(angle), v % 2] as const;
  });
  const quads = Array.from({ length: n }, (_, q) => {
    const [a, b] = [2 * q, 2 * q + 1];
    if (q < n - 1) return [a, a + 2, b + 2, b] as const;
    return twisted ? ([a, 1, 0, b] as const) : ([a, 0, 1, b] as const);
  });
  return { vertices, quads };
}

/** The error of a body that needs a third colour. */
function refusal(body: Body): OddCycleError {
  try {
    buildModel([body]);
  } catch (error) {
    if (error instanceof OddCycleError) return error;
  }
  throw new Error('was not refused');
}

function expectOddCycle(body: Body, cycle: readonly number[]): void {
  const springs = new Set<string>();
  for (let s = 0; s < body.ends.length; s += 2) {
    springs.add(`${body.ends[s]} ${body.ends[s + 1]}`);
    springs.add(`${body.ends[s + 1]} ${body.ends[s]}`);
  }
  expect(cycle.length % 2).toBe(1);
  expect(cycle.length).toBeGreaterThanOrEqual(3);
  expect(new Set(cycle).size).toBe(cycle.length);
  cycle.forEach((particle, k) => {
    expect(springs).toContain(`${particle} ${cycle[(k + 1) % cycle.length]}`);
  });
}

describe('two colours', () => {
  it.each([
    ['a grid', cloth({ particles: [17, 23], stiffness: 1 })],
    ['the smallest grid', cloth({ particles: [2, 2], stiffness: 1 })],
    ['a rope', rope({ particles: 31 })],
    ['a ring of an even number of quads', quadMesh(band(6, false))],
    ['a Möbius band of an odd number of quads', quadMesh(band(7, true))],
    [
      'particles without springs',
      network({
        vertices: [
          [0, 0, 0],
          [1, 0, 0],
        ],
        springs: [],
      }),
    ],
    [
      'two pieces, and three quads about a corner',
      quadMesh({
        vertices: [...Array(7), ...Array(4)].map((_, i) => [i, i * i, i % 3] as const),
        quads: [
          [0, 1, 2, 3],
          [0, 3, 4, 5],
          [0, 5, 6, 1],
          [7, 8, 9, 10],
        ],
      }),
    ],
    [
      'a star of 300 springs',
      network({
        vertices: Array.from({ length: 301 }, (_, i) => [i, 0, 0] as const),
        springs: Array.from({ length: 300 }, (_, i) => [0, i + 1] as const),
      }),
    ],
  ])('cover %s', (_, body) => {
    const model = buildModel([body]);
    expectSound(model);
    expect(model.colours.length).toBeLessThanOrEqual(2);
  });

  it('halve a grid: red is where row + column is even', () => {
    const model = buildModel([cloth({ particles: [5, 4], stiffness: 1 })]);
    expect(model.colours).toEqual([
      [0, 10],
      [10, 20],
    ]);
    const red = [...model.idOf.slice(0, 10)];
    for (const id of red) expect((Math.floor(id / 5) + (id % 5)) % 2).toBe(0);
    expect(red).toEqual([...red].sort((a, b) => a - b));
  });
});

describe('an odd cycle', () => {
  it.each([
    ['a ring of five quads', quadMesh({ ...band(5, false), name: 'ring' }), 'ring'],
    ['a Möbius band of six quads', quadMesh({ ...band(6, true), name: 'moebius' }), 'moebius'],
    ['a long Möbius band', quadMesh({ ...band(400, true), name: 'long' }), 'long'],
    [
      'a triangle behind a long tail',
      network({
        name: 'tail',
        vertices: Array.from({ length: 50 }, (_, i) => [i, 0, 0] as const),
        springs: [...Array.from({ length: 49 }, (_, i) => [i, i + 1] as const), [47, 49]],
        colouring: 'red-black',
      }),
      'tail',
    ],
  ])('is named: %s', async (_, body, name) => {
    const error = refusal(body);
    expectOddCycle(body, error.cycle);
    expect(error.message).toContain(
      `${name}.colouring: "red-black" is not allowed; the springs ${error.cycle.join(' – ')} – ${error.cycle[0]}`,
    );
    expect(error).toBeInstanceOf(InputError);
    expect(() => checkColouring(body)).toThrow(error.message);
    await expect(createWorld({ bodies: [body], backend: 'reference' })).rejects.toThrow(OddCycleError);
  });

  it('is the triangle itself, not the way to it', () => {
    const body = network({
      vertices: [
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 0],
        [3, 0, 0],
        [4, 0, 0],
      ],
      springs: [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 4],
        [4, 2],
      ],
      colouring: 'red-black',
    });
    expect([...refusal(body).cycle].sort()).toEqual([2, 3, 4]);
  });

  it('is taken with more colours where that is allowed', () => {
    const model = buildModel([quadMesh({ ...band(5, false), colouring: 'any' })]);
    expectSound(model);
    expect(model.colours.length).toBeGreaterThanOrEqual(3);
    expect(model.colours.length).toBeLessThanOrEqual(4); // every vertex has three springs
  });
});

describe('more colours', () => {
  const grid = { vertices: [] as [number, number, number][], springs: [] as [number, number][] };
  const triangles: [number, number, number][] = [];
  for (let row = 0; row < 6; row++) {
    for (let column = 0; column < 6; column++) {
      const i = 6 * row + column;
      grid.vertices.push([column, row, 0]);
      if (column < 5) grid.springs.push([i, i + 1]);
      if (row < 5) grid.springs.push([i, i + 6]);
      if (column < 5 && row < 5) {
        grid.springs.push([i, i + 7]);
        triangles.push([i, i + 1, i + 7], [i, i + 7, i + 6]);
      }
    }
  }

  it('a triangle mesh takes at least three and at most its largest degree + 1', () => {
    const model = buildModel([network({ ...grid, triangles })]);
    expectSound(model);
    expect(model.colours.length).toBeGreaterThanOrEqual(3);
    expect(model.colours.length).toBeLessThanOrEqual(7);
    expect(model.triangles).toHaveLength(3 * 50);
  });

  it('the default cloth with shear and bend springs', () => {
    const model = buildModel([cloth({ particles: [12, 9] })]);
    expectSound(model);
    expect(model.colours.length).toBeGreaterThan(2);
  });

  it('everybody joined to everybody takes one colour each', () => {
    const vertices = Array.from({ length: 6 }, (_, i) => [i, i * i, 0] as const);
    const springs = vertices.flatMap((_, i) => vertices.slice(i + 1).map((_, k) => [i, i + 1 + k] as const));
    expect(buildModel([network({ vertices, springs })]).colours).toHaveLength(6);
  });

  it('a star of 1,000 springs takes two colours; what takes more than 255 is refused', () => {
    const star = network({
      vertices: Array.from({ length: 1001 }, (_, i) => [i, i % 7, 0] as const),
      springs: Array.from({ length: 1000 }, (_, k) => [0, k + 1] as const),
    });
    const model = buildModel([star]);
    expectSound(model);
    expect(model.colours).toHaveLength(2);

    const everybody = (count: number) => {
      const vertices = Array.from({ length: count }, (_, i) => [i, i * i, 0] as const);
      const springs = vertices.flatMap((_, i) =>
        Array.from({ length: count - i - 1 }, (_, k) => [i, i + 1 + k] as const),
      );
      return network({ vertices, springs });
    };
    expect(() => checkColouring(everybody(255))).not.toThrow();
    expect(() => checkColouring(everybody(256))).toThrow(InputError);
    expect(() => checkColouring(everybody(256))).toThrow(
      'network.springs: 255 is not allowed; springs that 255 colours are enough for; those at particle 255 lead to particles of every colour',
    );
  });
});

it('several bodies share the colours and keep their own ids', () => {
  const bodies = [
    cloth({ name: 'flag', particles: [4, 3], stiffness: 1, pins: ['top-left'] }),
    rope({ name: 'line', particles: 5, pins: ['end'] }),
    cloth({ particles: [3, 3] }),
  ];
  const model = buildModel(bodies);
  expectSound(model);
  expect(model.bodies).toEqual([
    {
      name: 'flag',
      first: 0,
      count: 12,
      springs: [0, 17],
      links: [47, 47],
      triangles: [0, 12],
      grid: { columns: 4, rows: 3 },
      hasQuads: true,
      isMagazine: false,
    },
    {
      name: 'line',
      first: 12,
      count: 5,
      springs: [17, 21],
      links: [47, 47],
      triangles: [12, 12],
      grid: undefined,
      hasQuads: false,
      isMagazine: false,
    },
    {
      name: 'cloth',
      first: 17,
      count: 9,
      springs: [21, 47],
      links: [47, 47],
      triangles: [12, 20],
      grid: { columns: 3, rows: 3 },
      hasQuads: true,
      isMagazine: false,
    },
  ]);
  expect(model.pins).toEqual([0, 16]);
  expect(model.springs).toBe(17 + 4 + 12 + 8 + 6);
  const ids = (s: number) => [model.idOf[model.ends[2 * s]], model.idOf[model.ends[2 * s + 1]]];
  expect(ids(17)).toEqual([12, 13]); // the rope's first spring, after the 17 of the flag
  expect([...model.triangles.slice(0, 3)]).toEqual([...bodies[0].triangles.slice(0, 3)]);
  expect([...model.triangles.slice(36, 39)]).toEqual(
    [...bodies[2].triangles.slice(0, 3)].map((id) => id + 17),
  );
  expect([...model.positions.slice(36, 39)]).toEqual([0, 0, 0]); // the rope's start
});

it('no bodies at all are refused', async () => {
  await expect(createWorld({ bodies: [], backend: 'reference' })).rejects.toThrow(
    'bodies: [] is not allowed',
  );
});
