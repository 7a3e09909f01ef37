/** Rows of neighbours and of triangles: as long as each particle needs, in groups of four. */
import { type Body, cloth, network } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../engine/kernel.ts';
import { multigridMemory } from '../../engine/methods/multigrid/memory.ts';
import { analysisOf } from '../../engine/methods/projective/cholesky/memory.ts';
import { rowMemory } from '../../engine/methods/projective/index.ts';
import { buildModel, type Model } from '../../engine/model.ts';
import type { MemoryPlan } from '../../engine/program.ts';
import { springRows } from '../../engine/rows.ts';
import { memoryOf } from '../../engine/state.ts';
import { fan, meshWithHub } from './fans.ts';

/** Every pair stands in the rows of both its ends, once and in order; the rest of a row is empty. */
function expectRows(particles: number, ends: Uint32Array): void {
  const { rows, neighbours, rowStarts, springOf } = springRows(particles, ends);
  const partners = Array.from({ length: particles }, (): [number, number][] => []);
  for (const [k, slot] of ends.entries()) partners[slot].push([ends[k ^ 1], k >> 1]);
  expect(rowStarts).toHaveLength(particles + 1);
  expect(rowStarts[particles]).toBe(neighbours.length);
  expect(springOf).toHaveLength(neighbours.length);
  // What kernels read: the entries, then the starts.
  expect(rows).toEqual(Uint32Array.from([...neighbours, ...rowStarts]));
  partners.forEach((own, i) => {
    const length = Math.max(4, 4 * Math.ceil(own.length / 4));
    expect(rowStarts[i + 1] - rowStarts[i]).toBe(length);
    const empty = Array.from({ length: length - own.length }, () => [i, 0]);
    const found = Array.from({ length }, (_, k) => [
      neighbours[rowStarts[i] + k],
      springOf[rowStarts[i] + k],
    ]);
    expect(found).toEqual([...own, ...empty]);
  });
}

describe('rows of springs', () => {
  it('a star: its middle has 1,000 entries, every other particle four', () => {
    const ends = Uint32Array.from({ length: 2000 }, (_, k) => (k % 2 ? 1 + (k >> 1) : 0));
    expectRows(1001, ends);
    expect(springRows(1001, ends).neighbours).toHaveLength(1000 + 4 * 1000);
  });

  it('no two alike: particle i joins all before it', () => {
    const pairs = Array.from({ length: 20 }, (_, i) => Array.from({ length: i }, (_, j) => [i, j]));
    expectRows(20, Uint32Array.from(pairs.flat(2)));
  });

  it('without springs a row is four empty entries', () => {
    expectRows(3, new Uint32Array(0));
    expectRows(5, Uint32Array.of(1, 3));
  });
});

describe('rows of triangles', () => {
  it('the middle of a fan has all its triangles, the rim two each, what has none an empty row', () => {
    const bodies = [fan(1000), network({ vertices: [[0, 5, 0]], springs: [] })];
    const { cornerStarts, corners, cornerTriangles, triangles, slotOf } = buildModel(bodies);
    const lengthAt = (id: number) => cornerStarts[slotOf[id] + 1] - cornerStarts[slotOf[id]];
    expect([0, 1, 500, 1000, 1001].map(lengthAt)).toEqual([1000, 2, 2, 2, 0]);
    expect(cornerTriangles).toHaveLength(3000);
    const at = cornerStarts[slotOf[0]];
    for (let k = at; k < at + 1000; k++) {
      const t = cornerTriangles[k];
      expect([...corners.subarray(2 * k, 2 * k + 2)]).toEqual(
        [triangles[3 * t + 1], triangles[3 * t + 2]].map((id) => slotOf[id]),
      );
    }
  });

  it('a spare has its particle’s', () => {
    const body = cloth({ particles: [5, 4], strength: 1.5, split: true });
    const { cornerStarts, corners, cornerTriangles, slotOf } = buildModel([body]);
    const rowOf = (id: number) => {
      const [from, end] = [cornerStarts[slotOf[id]], cornerStarts[slotOf[id] + 1]];
      return [[...corners.subarray(2 * from, 2 * end)], [...cornerTriangles.subarray(from, end)]];
    };
    for (let id = 0; id < 20; id++) {
      expect(rowOf(id)[1].length).toBeGreaterThan(0);
      expect(rowOf(id + 20)).toEqual(rowOf(id));
    }
  });
});

const bytesIn = (plan: MemoryPlan): number =>
  Object.values(plan).reduce((sum, { element, length }) => sum + bytesOf(element) * length, 0);

describe('a vertex of valence 1,000 among 10,000 costs itself alone', () => {
  const [without, withHub] = [0, 1000].map((valence): Model => buildModel([meshWithHub(100, valence)]));
  const growth = (bytes: (model: Model) => number) => bytes(withHub) / bytes(without);

  // 1,000 springs to 29,601: 3 %, and what rounding up to groups makes of them.
  it.each([
    ['model', ({ rows, springOf }: Model) => rows.byteLength + springOf.byteLength, 1.04],
    ['world', (model: Model) => bytesIn(memoryOf(model)), 1.04],
    ['sweeps', (model: Model) => bytesIn(rowMemory(model)), 1.04],
    // The vertex is no part of a plane: elimination and coarse levels fill in about it.
    ['multigrid', (model: Model) => bytesIn(multigridMemory(model)), 1.5],
    ['Cholesky', (model: Model) => bytesIn(analysisOf(model).memory), 2],
  ] as const)('%s', (_, bytes, most) => {
    expect(growth(bytes)).toBeLessThan(most);
    expect(growth(bytes)).toBeGreaterThan(1);
  });
});

it('a fan of 300 and a cloth: who has long rows leaves the others short', () => {
  const bodies: Body[] = [
    fan(300),
    cloth({ particles: [10, 10], stiffness: { structural: 1, shear: 0, bend: 0 } }),
  ];
  const { rowStarts, slotOf, bodies: ranges } = buildModel(bodies);
  const { first, count } = ranges[1];
  for (let id = first; id < first + count; id++)
    expect(rowStarts[slotOf[id] + 1] - rowStarts[slotOf[id]]).toBe(4);
});
