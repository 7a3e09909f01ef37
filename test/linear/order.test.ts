import { describe, expect, it } from 'vitest';
import { analyse, minimumDegree, patternOf } from '../../engine/linear/analysis.ts';
import type { Pattern } from '../../engine/linear/factor.ts';
import { clothPairs, count, eliminated, exactMinimumDegreeFill, KINDS, randomMatrix } from './matrices.ts';

const isPermutation = (order: Int32Array, size: number) =>
  order.length === size && [...order].sort((a, b) => a - b).every((item, k) => item === k);
const natural = (size: number) => Int32Array.from({ length: size }, (_, k) => k);
const fillOf = (pattern: Pattern, order = minimumDegree(pattern)) => count(eliminated(pattern, order));

describe('minimum degree', () => {
  it.each(KINDS)('returns every column once: %s, sizes 1 to 60', (kind) => {
    for (let size = 1; size <= 60; size++) {
      for (let seed = 0; seed < 5; seed++) {
        const order = minimumDegree(randomMatrix(kind, size, 100 * size + seed));
        expect(isPermutation(order, size), `size ${size}, seed ${seed}`).toBe(true);
      }
    }
  });

  it('takes an empty matrix', () => {
    expect(minimumDegree(patternOf(0, []).pattern)).toEqual(new Int32Array(0));
  });

  it.each(['diagonal', 'arrow', 'path'] as const)('makes no fill on a tree: %s', (kind) => {
    for (let size = 2; size <= 60; size++) {
      const pattern = randomMatrix(kind, size, size);
      expect(fillOf(pattern)).toBe(pattern.rows.length);
    }
  });

  it('puts a column that is joined to nearly all last, with no fill', () => {
    // A path of 400 particles in which one is joined to every other.
    const pairs = Array.from({ length: 399 }, (_, k) => [k, k + 1]).concat(
      Array.from({ length: 400 }, (_, k) => [k, 400]),
    );
    const { pattern } = patternOf(401, pairs.flat());
    const order = minimumDegree(pattern);
    expect(isPermutation(order, 401)).toBe(true);
    expect(order[400]).toBe(400);
    expect(analyse(pattern, { order }).fill).toBe(pattern.rows.length);
  });

  it('fills as little as exact minimum degree, over random graphs', () => {
    // Ties fall otherwise and degrees are bounds, so single graphs go either way; the sum stays within 2 %.
    let approximate = 0;
    let exact = 0;
    let unordered = 0;
    for (let seed = 0; seed < 60; seed++) {
      const pattern = randomMatrix('sparse', 60, seed);
      approximate += fillOf(pattern);
      exact += exactMinimumDegreeFill(pattern);
      unordered += fillOf(pattern, natural(60));
    }
    console.log(`fill: approximate ${approximate}, exact ${exact}, unordered ${unordered}`);
    expect(approximate).toBeLessThan(1.02 * exact);
    expect(unordered).toBeGreaterThan(1.2 * exact);
  });

  /** Nonzeros of L, the diagonal included, for the same matrix: Eigen 3.4.0 AMDOrdering, SuiteSparse 5.12 CHOLMOD with AMD. */
  it.each([
    { n: 81, eigen: 376_443, cholmod: 373_299 },
    { n: 257, eigen: 7_300_840, cholmod: 6_503_803 },
  ])("fills the $n × $n cloth of [LBOK13] no more than Eigen's AMD", ({ n, eigen, cholmod }) => {
    const { pattern } = patternOf(n * n, clothPairs(n));
    const { fill } = analyse(pattern);
    console.log(`fill ${n}²: ${fill}; Eigen ${eigen}, CHOLMOD ${cholmod}`);
    expect(fill).toBeLessThanOrEqual(eigen);
    expect(fill).toBeLessThanOrEqual(1.03 * cholmod);
  });
});
