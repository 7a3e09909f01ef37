import { describe, expect, it } from 'vitest';
import { type Pattern, patternOf } from '../../engine/linear/sparse.ts';
import { type Amalgamation, analyse, fundamentalSupernodes } from '../../engine/linear/symbolic.ts';
import {
  columnCounts,
  eliminationTree,
  inverse,
  permutedRows,
  postorder,
  ROOT,
} from '../../engine/linear/tree.ts';
import { count, eliminated, KINDS, randomMatrix } from './matrices.ts';

const SIZES = [1, 2, 3, 5, 8, 13, 21, 34, 60];
const AMALGAMATIONS: Record<string, Amalgamation> = {
  none: [],
  some: [{ width: Infinity, zeros: 0.2 }],
  all: [{ width: Infinity, zeros: 1 }],
};
const natural = (size: number) => Int32Array.from({ length: size }, (_, k) => k);

/** Every kind, size and a few seeds. */
function each(test: (pattern: Pattern) => void) {
  for (const kind of KINDS)
    for (const size of SIZES) for (let seed = 0; seed < 4; seed++) test(randomMatrix(kind, size, seed));
}

describe('elimination tree', () => {
  it('has as parent of a column its first nonzero below the diagonal', () => {
    each((pattern) => {
      const nonzero = eliminated(pattern, natural(pattern.size));
      const parent = eliminationTree(permutedRows(pattern, natural(pattern.size)));
      for (let j = 0; j < pattern.size; j++) {
        const below = nonzero.findIndex((row, i) => i > j && row[j]);
        expect(parent[j]).toBe(below < 0 ? ROOT : below);
      }
    });
  });

  it('counts the nonzeros of every column', () => {
    each((pattern) => {
      const rows = permutedRows(pattern, natural(pattern.size));
      const nonzero = eliminated(pattern, natural(pattern.size));
      const counts = columnCounts(rows, eliminationTree(rows));
      counts.forEach((seen, j) => {
        expect(seen).toBe(nonzero.filter((row) => row[j]).length);
      });
    });
  });

  it('is postordered: every column once, subtrees consecutive, the longest child next to its parent', () => {
    each((pattern) => {
      const rows = permutedRows(pattern, natural(pattern.size));
      const parent = eliminationTree(rows);
      const counts = columnCounts(rows, parent);
      const order = postorder(parent, counts);
      expect([...order].sort((a, b) => a - b)).toEqual([...natural(pattern.size)]);
      // A subtree of m columns whose root is the k-th is the columns k − m + 1 … k.
      const rank = new Map([...order].map((j, k) => [j, k]));
      const descendants = new Int32Array(pattern.size).fill(1);
      const lowest = Int32Array.from(natural(pattern.size), (j) => rank.get(j)!);
      for (let j = 0; j < pattern.size; j++) {
        if (parent[j] === ROOT) continue;
        expect(rank.get(parent[j])).toBeGreaterThan(rank.get(j)!);
        descendants[parent[j]] += descendants[j];
        lowest[parent[j]] = Math.min(lowest[parent[j]], lowest[j]);
      }
      for (let j = 0; j < pattern.size; j++) {
        expect(rank.get(j)! - lowest[j] + 1).toBe(descendants[j]);
        const children = [...parent.keys()].filter((child) => parent[child] === j);
        if (children.length === 0) continue;
        const last = order[rank.get(j)! - 1];
        expect(counts[last]).toBe(Math.max(...children.map((child) => counts[child])));
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

  it('without amalgamation stores the nonzeros of L and nothing else', () => {
    each((pattern) => {
      const symbolic = analyse(pattern, { amalgamation: [] });
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
    const rows = permutedRows(patternOf(3, [0, 2, 1, 2]).pattern, natural(3));
    const parent = eliminationTree(rows);
    expect([...fundamentalSupernodes(parent, columnCounts(rows, parent))]).toEqual([0, 1, 2, 3]);
  });

  it('finds the supernodes of a full matrix and of a diagonal one', () => {
    const { pattern } = patternOf(3, [0, 1, 0, 2, 1, 2]);
    const full = analyse(pattern, { amalgamation: [] });
    expect([...full.columns]).toEqual([0, 3]);
    expect([...analyse(randomMatrix('diagonal', 4, 0)).columns]).toEqual([0, 1, 2, 3, 4]);
  });

  it.each(Object.entries(AMALGAMATIONS))('has sound panels with amalgamation: %s', (_, amalgamation) => {
    each((pattern) => {
      const symbolic = analyse(pattern, { amalgamation });
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
      const zeros = amalgamation[0]?.zeros ?? 0;
      expect(stored - symbolic.fill).toBeLessThanOrEqual(zeros * stored);
      // Every entry of A has a place of its own, at its row and column.
      expect(new Set(places).size).toBe(places.length);
      const rank = inverse(order);
      for (let column = 0; column < size; column++) {
        for (let k = pattern.starts[column]; k < pattern.starts[column + 1]; k++) {
          const [i, j] = [rank[pattern.rows[k]], rank[column]].sort((a, b) => b - a);
          const s = supernodeOf[j];
          const width = columns[s + 1] - columns[s];
          const local = places[k] - panelStarts[s];
          const seen = [rows[rowStarts[s] + Math.floor(local / width)], columns[s] + (local % width)];
          if (seen[0] !== i || seen[1] !== j) expect(seen).toEqual([i, j]);
        }
      }
    });
  });

  it('amalgamates: fewer supernodes than fundamental ones', () => {
    const pattern = randomMatrix('sparse', 60, 3);
    const apart = analyse(pattern, { amalgamation: [] });
    expect(analyse(pattern, { amalgamation: AMALGAMATIONS.some }).supernodes).toBeLessThan(apart.supernodes);
  });

  it('refuses an order that is none', () => {
    const pattern = randomMatrix('sparse', 3, 0);
    expect(() => analyse(pattern, { order: Int32Array.of(0, 1, 1) })).toThrow('every number below 3 once');
    expect(() => analyse(pattern, { order: Int32Array.of(0, 1) })).toThrow('every number below 3 once');
  });
});
