import { describe, expect, it } from 'vitest';
import { analyse, patternOf } from '../../engine/linear/analysis.ts';
import { factorDense, solveDense } from '../../engine/linear/dense.ts';
import { NotPositiveDefiniteError } from '../../engine/linear/errors.ts';
import { Cholesky } from './cholesky.ts';
import {
  clothPairs,
  KINDS,
  matrixOf,
  multiply,
  otherValues,
  permuted,
  randomMatrix,
  randomNumbers,
  type SymmetricMatrix,
  toDense,
  UNIT,
} from './matrices.ts';

/** Explicit zeros that supernodes may hold, over the default. */
const RELAXATIONS: Record<string, number> = { default: 1, none: 0, all: 20 };

const rightHandSides = (size: number, seed: number) =>
  Float64Array.from({ length: 3 * size }, randomNumbers(seed));

/** max_i |b − A x|_i over its bound, see `expectSmallResidual`. */
function residualOverBound(matrix: SymmetricMatrix, b: Float64Array, x: Float64Array): number {
  const { size, starts, values } = matrix;
  const width = b.length / size;
  const product = new Float64Array(b.length);
  multiply(matrix, x, product, width);
  const roots = Float64Array.from({ length: size }, (_, i) => Math.sqrt(values[starts[i]]));
  let most = 0;
  for (let c = 0; c < width; c++) {
    const sum = roots.reduce((total, root, j) => total + root * Math.abs(x[width * j + c]), 0);
    for (let i = 0; i < size; i++) {
      const bound = (4 * size + 10) * UNIT * (roots[i] * sum + Math.abs(b[width * i + c]));
      most = Math.max(most, Math.abs(b[width * i + c] - product[width * i + c]) / bound);
    }
  }
  return most;
}

/**
 * The computed x solves (A + ΔA) x = b with |ΔA| ≤ γ_{3n+1} |L||Lᵀ| [Higham02, Thm 10.4], and by Cauchy-Schwarz
 * (|L||Lᵀ|)_ij ≤ √(a_ii a_jj). Hence |b − A x|_i ≤ γ √a_ii Σ_j √a_jj |x_j|; n + 9 more roundings pay for multiplying
 * by reciprocals and for the residual's own evaluation.
 */
const expectSmallResidual = (matrix: SymmetricMatrix, b: Float64Array, x: Float64Array) =>
  expect(residualOverBound(matrix, b, x)).toBeLessThanOrEqual(1);

describe('dense', () => {
  it('factors and solves a matrix known by heart', () => {
    const a = Float64Array.of(4, 12, -16, 12, 37, -43, -16, -43, 98);
    const l = factorDense(a, 3);
    expect([...l]).toEqual([2, 0, 0, 6, 1, 0, -8, 5, 3]);
    expect([...solveDense(l, 3, [0, 6, 39])]).toEqual([1, 1, 1]);
  });

  it('names the column that is not positive', () => {
    expect(() => factorDense(Float64Array.of(1, 2, 2, 4), 2)).toThrow('column 1 has the pivot 0');
  });
});

describe('factor', () => {
  it.each(Object.entries(RELAXATIONS))('is the dense factor of P A Pᵀ, relaxation: %s', (_, relaxation) => {
    for (const kind of KINDS) {
      for (let size = 1; size <= 60; size += size < 12 ? 1 : 8) {
        for (let seed = 0; seed < 4; seed++) {
          const matrix = randomMatrix(kind, size, 10 * size + seed);
          const symbolic = analyse(matrix, { relaxation });
          const { panels, reciprocals } = new Cholesky(symbolic).factor(matrix.values);
          const dense = factorDense(permuted(toDense(matrix), symbolic.order), size);
          const { columns, rowStarts, rows, panelStarts } = symbolic;
          // Two ways to round: each |ΔL| is a few n u |L| times the condition number, here below some hundreds.
          const tolerance = 1e-12 * Math.max(...dense);
          let visited = 0;
          for (let s = 0; s < symbolic.supernodes; s++) {
            const width = columns[s + 1] - columns[s];
            for (let k = rowStarts[s]; k < rowStarts[s + 1]; k++) {
              for (let c = 0; c < width && columns[s] + c <= rows[k]; c++) {
                const seen = panels[panelStarts[s] + (k - rowStarts[s]) * width + c];
                const wanted = dense[rows[k] * size + columns[s] + c];
                if (!(Math.abs(seen - wanted) <= tolerance)) expect(seen).toBe(wanted);
                if (wanted !== 0) visited++;
              }
            }
          }
          expect(visited).toBe(dense.filter((value) => value !== 0).length);
          const ones = reciprocals.map((value, j) => value * dense[j * size + j] - 1);
          expect(Math.max(...ones.map(Math.abs))).toBeLessThan(5e-12);
        }
      }
    }
  });
});

describe('solve', () => {
  it.each(KINDS)('has a residual within the bound of backward stability: %s', (kind) => {
    for (let size = 1; size <= 60; size += size < 20 ? 1 : 5) {
      for (let seed = 0; seed < 4; seed++) {
        const matrix = randomMatrix(kind, size, 100 * size + seed);
        const b = rightHandSides(size, seed);
        const cholesky = new Cholesky(analyse(matrix)).factor(matrix.values);
        const x = new Float64Array(3 * size);
        cholesky.solve(b, x);
        expectSmallResidual(matrix, b, x);

        // In place, and one vector at a time, and with points of four numbers, whose last is left alone.
        const inPlace = b.slice();
        cholesky.solve(inPlace);
        expect(inPlace).toEqual(x);
        const one = Float64Array.from({ length: size }, (_, i) => b[3 * i + 1]);
        cholesky.solveOne(one.slice(), one);
        expectSmallResidual(
          matrix,
          Float64Array.from(one, (_, i) => b[3 * i + 1]),
          one,
        );
        const four = new Float64Array(4 * size).fill(7);
        for (let i = 0; i < size; i++) four.set(b.subarray(3 * i, 3 * i + 3), 4 * i);
        cholesky.solve(four, four, 4);
        expect(four).toEqual(four.map((_, k) => (k % 4 === 3 ? 7 : x[3 * (k >> 2) + (k % 4)])));
      }
    }
  });

  it('the bound is no formality: a factor rounded to float32 breaks it, and so does one entry off by a millionth', () => {
    const matrix = randomMatrix('sparse', 60, 1);
    const b = rightHandSides(60, 1);
    const cholesky = new Cholesky(analyse(matrix)).factor(matrix.values);
    const x = new Float64Array(180);
    const exact = cholesky.panels.slice();
    cholesky.panels.set(Float32Array.from(exact));
    cholesky.solve(b, x);
    expect(residualOverBound(matrix, b, x)).toBeGreaterThan(1);
    cholesky.panels.set(exact);
    cholesky.panels[cholesky.panels.length - 1] *= 1 + 1e-6;
    cholesky.reciprocals[59] *= 1 + 1e-6;
    cholesky.solve(b, x);
    expect(residualOverBound(matrix, b, x)).toBeGreaterThan(1);
  });

  it('takes an empty matrix', () => {
    const x = new Float64Array(0);
    new Cholesky(analyse(patternOf(0, []).pattern)).factor(new Float64Array(0)).solve(x);
    expect(x.length).toBe(0);
  });

  it('agrees with dense elimination', () => {
    for (const kind of KINDS) {
      const matrix = randomMatrix(kind, 40, 9);
      const b = Float64Array.from({ length: 40 }, randomNumbers(3));
      const wanted = solveDense(factorDense(toDense(matrix), 40), 40, b);
      new Cholesky(analyse(matrix)).factor(matrix.values).solveOne(b);
      b.forEach((value, i) => {
        expect(value).toBeCloseTo(wanted[i], 11);
      });
    }
  });
});

describe('factor again', () => {
  it.each(KINDS)('with other values, as if for the first time: %s', (kind) => {
    const matrix = randomMatrix(kind, 50, 2);
    const symbolic = analyse(matrix);
    const cholesky = new Cholesky(symbolic).factor(matrix.values);
    const first = cholesky.panels.slice();
    const values = otherValues(matrix, 5);
    cholesky.factor(values);
    expect(cholesky.panels).not.toEqual(first);
    expect(cholesky.panels).toEqual(new Cholesky(symbolic).factor(values).panels);
    const b = rightHandSides(50, 4);
    const x = new Float64Array(150);
    cholesky.solve(b, x);
    expectSmallResidual({ ...matrix, values }, b, x);
    cholesky.factor(matrix.values);
    expect(cholesky.panels).toEqual(first);
  });
});

describe('a matrix that is not positive definite', () => {
  const diagonal = (...values: number[]) =>
    matrixOf(
      values.length,
      values.map((value, i) => [i, i, value] as const),
    );

  it.each([0, -3, NaN, Infinity])('is refused with the column and the pivot: %s', (bad) => {
    for (let column = 0; column < 4; column++) {
      const values = [1, 2, 3, 4];
      values[column] = bad;
      const matrix = diagonal(...values);
      const factor = () => new Cholesky(analyse(matrix)).factor(matrix.values);
      expect(factor).toThrow(NotPositiveDefiniteError);
      expect(factor).toThrow(`column ${column} has the pivot ${bad}`);
    }
  });

  it('is refused when only its eigenvalues tell', () => {
    for (let seed = 0; seed < 20; seed++) {
      // The diagonal stays positive, but the minor a_00 a_11 − a_01² of two coupled columns does not.
      const matrix = randomMatrix('path', 30, seed);
      const { starts, rows } = matrix;
      const column = starts.findIndex((start, j) => starts[j + 1] > start + 1);
      const values = matrix.values.slice();
      values[starts[column] + 1] =
        1.01 * Math.sqrt(values[starts[column]] * values[starts[rows[starts[column] + 1]]]);
      expect(() => factorDense(toDense({ ...matrix, values }), 30)).toThrow(NotPositiveDefiniteError);
      expect(() => new Cholesky(analyse(matrix)).factor(values)).toThrow(NotPositiveDefiniteError);
    }
  });

  it('does not spoil the next factorisation', () => {
    const matrix = randomMatrix('sparse', 25, 1);
    const cholesky = new Cholesky(analyse(matrix));
    const bad = matrix.values.slice();
    bad[matrix.starts[7]] = -1;
    expect(() => cholesky.factor(bad)).toThrow(NotPositiveDefiniteError);
    const b = rightHandSides(25, 1);
    const x = new Float64Array(75);
    cholesky.factor(matrix.values).solve(b, x);
    expectSmallResidual(matrix, b, x);
  });
});

describe('cloth', () => {
  it('solves the global step of [LBOK13] Table 1 on 81 × 81 particles', () => {
    const n = 81;
    const pairs = clothPairs(n);
    // 1 kg, k = 1000 N/m, h = 1/30 s.
    const entries: [number, number, number][] = [];
    for (let i = 0; i < n * n; i++) entries.push([i, i, 900 / (n * n)]);
    for (let s = 0; s < pairs.length; s += 2) {
      const [i, j] = [pairs[s], pairs[s + 1]];
      entries.push([i, i, 1000], [j, j, 1000], [i, j, -1000]);
    }
    const matrix = matrixOf(n * n, entries);
    const b = rightHandSides(n * n, 3);
    const x = new Float64Array(b.length);
    const cholesky = new Cholesky(analyse(matrix)).factor(matrix.values);
    cholesky.solve(b, x);
    expectSmallResidual(matrix, b, x);
    // The rows of L Lᵀ are short: in truth the residual is a few hundred roundings, not 26,000.
    expect(residualOverBound(matrix, b, x)).toBeLessThan(0.01);
  });
});
