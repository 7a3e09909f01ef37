import { describe, expect, it } from 'vitest';
import { patternOf } from '../../engine/linear/analysis.ts';
import { clothPairs, KINDS, matrixOf, multiply, randomMatrix, randomNumbers, toDense } from './matrices.ts';

describe('pattern', () => {
  it('holds the lower triangle by columns, ascending, the diagonal first, repeated pairs once', () => {
    const { pattern, places } = patternOf(4, [3, 0, 0, 2, 2, 1, 0, 3, 1, 1]);
    expect([...pattern.starts]).toEqual([0, 3, 5, 6, 7]);
    expect([...pattern.rows]).toEqual([0, 2, 3, 1, 2, 2, 3]);
    expect([...places]).toEqual([2, 1, 4, 2, 3]);
  });

  it('refuses an index that is too large, and says which', () => {
    expect(() => patternOf(3, [0, 3])).toThrow('pairs: 3 is not allowed; indices below 3');
    expect(() => patternOf(3, [-1, 0])).toThrow('pairs: -1');
  });

  it('adds repeated entries up, from either triangle', () => {
    const matrix = matrixOf(2, [
      [0, 1, 2],
      [1, 0, 3],
      [1, 1, 4],
      [1, 1, 5],
    ]);
    expect([...toDense(matrix)]).toEqual([0, 5, 5, 9]);
  });

  it("has the springs of [LBOK13]'s cloth", () => {
    expect(clothPairs(81).length / 2).toBe(32_158);
  });
});

describe('multiply', () => {
  it.each(KINDS)('equals the dense product for one vector and for three, %s', (kind) => {
    const size = 23;
    const matrix = randomMatrix(kind, size, 7);
    const dense = toDense(matrix);
    for (const width of [1, 3]) {
      const random = randomNumbers(11);
      const x = Float64Array.from({ length: width * size }, random);
      const y = new Float64Array(width * size).fill(NaN);
      multiply(matrix, x, y, width);
      for (let i = 0; i < size; i++) {
        for (let c = 0; c < width; c++) {
          let sum = 0;
          for (let j = 0; j < size; j++) sum += dense[i * size + j] * x[width * j + c];
          expect(y[width * i + c]).toBeCloseTo(sum, 12);
        }
      }
    }
  });
});
