/** Tiles against plain sweeps, on the reference. */
import { cloth, network } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { relaxOne } from '../../engine/methods/projective/relax.ts';
import { buildModel, type Model } from '../../engine/model.ts';
import { partitionOf } from '../../engine/tiles/partition.ts';
import { sweepTiles } from '../../engine/tiles/sweep-tiles.ts';
import { ROOM, sweepsOver, tilesOf } from '../../engine/tiles/tiles.ts';
import { seeded } from '../conformance/seeded.ts';

const KEEP = -0.3;

const sweptOf = (model: Model) => ({
  ...model,
  points: model.particles,
  places: Float32Array.from(
    { length: 3 * model.particles },
    (_, k) => model.positions[3 * model.idOf[Math.floor(k / 3)] + (k % 3)],
  ),
});

function randomly(model: Model) {
  const random = seeded(7);
  const vector = () =>
    Float64Array.from({ length: 4 * model.particles }, (_, k) => (k % 4 === 3 ? 0 : random()));
  const weights = Float64Array.from(model.neighbours, () => 0.1 * random());
  return { delta: vector(), rhs: vector(), weights };
}

const longest = ({ rowStarts, particles }: Model) =>
  Math.max(...Array.from({ length: particles }, (_, i) => rowStarts[i + 1] - rowStarts[i]));

const bodies = {
  'a cloth of structural springs': cloth({
    particles: [31, 23],
    stiffness: { structural: 100, shear: 0, bend: 0 },
  }),
  'a cloth whose springs reach over two particles': cloth({ particles: [24, 19] }),
  'a star and a chain': network({
    vertices: Array.from({ length: 60 }, (_, k) => [k, k % 7, 0] as [number, number, number]),
    springs: Array.from({ length: 58 }, (_, k) => (k < 30 ? [0, k + 1] : [k, k + 1]) as [number, number]),
    stiffness: 10,
    mass: 1,
  }),
};

describe.each(Object.entries(bodies))('%s', (_, body) => {
  const model = buildModel([body]);

  it.each([
    [1, 1],
    [2, 2],
    [2, 1],
    [3, 2],
  ])('for %i sweeps, %i of them taken, has the iterates of plain sweeps', (sweeps, taken) => {
    const tiles = tilesOf(sweptOf(model), sweepsOver(model.colours.length, sweeps), 60)!;
    const { delta, rhs, weights } = randomly(model);
    const swept = new Float64Array(delta.length).fill(9);
    const colours = model.colours.length;
    const { table, records, stride, halves } = tiles;
    const scalars = { keep: KEEP, stride, colours, halves, longest: longest(model) };
    const begin = halves - taken * colours;
    sweepTiles.reference(
      { source: delta, delta: swept, rhs, weights, table, records, begin, ...scalars },
      0,
      tiles.tiles,
    );
    for (let s = 0; s < taken; s++)
      for (const [first, end] of model.colours)
        for (let i = first; i < end; i++)
          relaxOne(i, delta, rhs, model.rows, weights, model.neighbours.length, KEEP);
    const off = swept.reduce((most, value, k) => Math.max(most, Math.abs(value - delta[k])), 0);
    expect(off).toBeLessThan(1e-13);
  });

  it('has no tile larger than a workgroup, and each particle in one', () => {
    const { stride, table, records, tiles } = tilesOf(
      sweptOf(model),
      sweepsOver(model.colours.length, 1),
      40,
    )!;
    const colours = model.colours.length;
    const owned: number[] = [];
    for (let tile = 0; tile < tiles; tile++) {
      const starts = stride * tile + 1;
      expect(table[starts + colours]).toBeLessThanOrEqual(ROOM);
      for (let c = 0; c < colours; c++)
        for (let k = 0; k < table[starts + colours + 1 + c]; k++)
          owned.push(records[6 * (table[stride * tile] + table[starts + c] + k)]);
    }
    expect(owned.sort((a, b) => a - b)).toEqual(Array.from({ length: model.particles }, (_, i) => i));
  });
});

it('gives up where a neighbourhood is larger than a workgroup', () => {
  const star = network({
    vertices: Array.from({ length: ROOM + 2 }, (_, k) => [k, 0, 0] as [number, number, number]),
    springs: Array.from({ length: ROOM + 1 }, (_, k) => [0, k + 1] as [number, number]),
    stiffness: 10,
    mass: 1,
  });
  const model = buildModel([star]);
  expect(tilesOf(sweptOf(model), sweepsOver(2, 1), 32)).toBeUndefined();
});

it('cuts into parts of nearly equal size, also where all are in one place', () => {
  for (const places of [
    new Float32Array(3 * 1000),
    Float32Array.from({ length: 3000 }, (_, k) => Math.sin(k)),
  ]) {
    const { slots, starts } = partitionOf(places, 7);
    expect([...slots].sort((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, i) => i));
    for (let t = 0; t < 7; t++) expect(Math.abs(starts[t + 1] - starts[t] - 1000 / 7)).toBeLessThan(3);
  }
});
