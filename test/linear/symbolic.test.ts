import { describe, expect, it } from 'vitest';
import { analyse, patternOf } from '../../engine/linear/analysis.ts';
import type { Pattern } from '../../engine/linear/factor.ts';
import { count, eliminated, KINDS, randomMatrix } from './matrices.ts';

const SIZES = [1, 2, 3, 5, 8, 13, 21, 34, 60];
/** Explicit zeros that supernodes may hold, over the default, and the share of zeros that this allows. */
const RELAXATIONS = [
  { relaxation: 0, share: 0 },
  { relaxation: 1, share: 0.3 },
  { relaxation: 20, share: 1 },
];

/** Every kind, size and a few seeds. */
function each(test: (pattern: Pattern) => void) {
  for (const kind of KINDS)
    for (const size of SIZES) for (let seed = 0; seed < 4; seed++) test(randomMatrix(kind, size, seed));
}

describe('postorder', () => {
  it('keeps the columns of a subtree of the elimination tree consecutive, the longest child next to its parent', () => {
    each((pattern) => {
      const { size } = pattern;
      const nonzero = eliminated(pattern, analyse(pattern).order);
      // The parent of a column is its first nonzero below the diagonal.
      const parent = Array.from({ length: size }, (_, j) => nonzero.findIndex((row, i) => i > j && row[j]));
      const counts = Array.from({ length: size }, (_, j) => nonzero.filter((row) => row[j]).length);
      const descendants = new Int32Array(size).fill(1);
      const lowest = Int32Array.from({ length: size }, (_, j) => j);
      for (let j = 0; j < size; j++) {
        if (parent[j] < 0) continue;
        descendants[parent[j]] += descendants[j];
        lowest[parent[j]] = Math.min(lowest[parent[j]], lowest[j]);
      }
      for (let j = 0; j < size; j++) {
        expect(j - lowest[j] + 1).toBe(descendants[j]);
        const children = [...parent.keys()].filter((child) => parent[child] === j);
        if (children.length === 0) continue;
        expect(parent[j - 1]).toBe(j);
        expect(counts[j - 1]).toBe(Math.max(...children.map((child) => counts[child])));
      }
    });
  });
});

describe('analyse', () => {
  it('counts the fill of the order it chose', () => {
    each((pattern) => {
      const { order, fill } = analyse(pattern);
      expect(fill).toBe(count(eliminated(pattern, order)));
    });
  });

  it('without explicit zeros stores the nonzeros of L and nothing else', () => {
    each((pattern) => {
      const symbolic = analyse(pattern, { relaxation: 0 });
      const nonzero = eliminated(pattern, symbolic.order);
      for (let s = 0; s < symbolic.supernodes; s++) {
        for (let j = symbolic.columns[s]; j < symbolic.columns[s + 1]; j++) {
          const wanted = [...nonzero.keys()].filter((i) => nonzero[i][j]);
          const rows = symbolic.rows.subarray(symbolic.rowStarts[s], symbolic.rowStarts[s + 1]);
          expect([...rows].filter((i) => i >= j)).toEqual(wanted);
        }
      }
    });
  });

  it('ends a fundamental supernode where two branches of the tree meet', () => {
    // Columns 0 and 1 both have only row 2 below: 1 and 2 have the same rows, but 0 joins in between.
    const { pattern } = patternOf(3, [0, 2, 1, 2]);
    expect([...analyse(pattern, { order: Int32Array.of(0, 1, 2), relaxation: -1 }).columns]).toEqual([
      0, 1, 2, 3,
    ]);
  });

  it('finds the supernodes of a full matrix and of a diagonal one', () => {
    const { pattern } = patternOf(3, [0, 1, 0, 2, 1, 2]);
    const full = analyse(pattern, { relaxation: 0 });
    expect([...full.columns]).toEqual([0, 3]);
    expect([...analyse(randomMatrix('diagonal', 4, 0)).columns]).toEqual([0, 1, 2, 3, 4]);
  });

  it.each(RELAXATIONS)('has sound panels with relaxation $relaxation', ({ relaxation, share }) => {
    each((pattern) => {
      const symbolic = analyse(pattern, { relaxation });
      const { size, order, supernodes, columns, rowStarts, rows, panelStarts, supernodeOf, places } =
        symbolic;
      const nonzero = eliminated(pattern, order);
      expect(columns[0]).toBe(0);
      expect(columns[supernodes]).toBe(size);
      let stored = 0;
      for (let s = 0; s < supernodes; s++) {
        const own = [...rows.subarray(rowStarts[s], rowStarts[s + 1])];
        const width = columns[s + 1] - columns[s];
        expect(width).toBeGreaterThan(0);
        expect(panelStarts[s + 1] - panelStarts[s]).toBe(width * own.length);
        expect(own).toEqual([...own].sort((a, b) => a - b));
        for (let j = columns[s]; j < columns[s + 1]; j++) {
          expect([supernodeOf[j], own[j - columns[s]]]).toEqual([s, j]);
          const missing = [...nonzero.keys()].filter((i) => nonzero[i][j] && !own.includes(i));
          expect(missing).toEqual([]);
        }
        stored += width * own.length - (width * (width - 1)) / 2;
      }
      // No more explicit zeros than allowed.
      expect(stored - symbolic.fill).toBeLessThanOrEqual(share * stored);
      // Every entry of A has a place of its own, at its row and column.
      expect(new Set(places).size).toBe(places.length);
      const rank = new Map([...order].map((i, k) => [i, k]));
      for (let column = 0; column < size; column++) {
        for (let k = pattern.starts[column]; k < pattern.starts[column + 1]; k++) {
          const [i, j] = [rank.get(pattern.rows[k])!, rank.get(column)!].sort((a, b) => b - a);
          const s = supernodeOf[j];
          const width = columns[s + 1] - columns[s];
          const local = places[k] - panelStarts[s];
          const seen = [rows[rowStarts[s] + Math.floor(local / width)], columns[s] + (local % width)];
          if (seen[0] !== i || seen[1] !== j) expect(seen).toEqual([i, j]);
        }
      }
    });
  });

  it('amalgamates: fewer supernodes with explicit zeros than without', () => {
    const pattern = randomMatrix('sparse', 60, 3);
    const apart = analyse(pattern, { relaxation: 0 });
    expect(analyse(pattern, { relaxation: 1 }).supernodes).toBeLessThan(apart.supernodes);
  });

  it('refuses an order that is none', () => {
    const pattern = randomMatrix('sparse', 3, 0);
    expect(() => analyse(pattern, { order: Int32Array.of(0, 1, 1) })).toThrow('every number below 3 once');
    expect(() => analyse(pattern, { order: Int32Array.of(0, 1) })).toThrow('every number below 3 once');
  });
});
