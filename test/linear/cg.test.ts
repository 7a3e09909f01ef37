import { describe, expect, it } from 'vitest';
import { conjugateGradient, diagonalPreconditioner, type Operator } from '../../engine/linear/cg.ts';
import { Cholesky } from '../../engine/linear/cholesky.ts';
import { matrixOf, multiply, type SymmetricMatrix } from '../../engine/linear/sparse.ts';
import { analyse } from '../../engine/linear/symbolic.ts';
import { KINDS, otherValues, randomMatrix, randomNumbers } from './matrices.ts';

const operatorOf =
  (matrix: SymmetricMatrix, width = 1): Operator =>
  (x, y) =>
    multiply(matrix, x, y, width);

const vector = (length: number, seed = 1) => Float64Array.from({ length }, randomNumbers(seed));
const norm = (x: Float64Array) => Math.hypot(...x);

/** A chain of springs between masses: its condition number grows with the square of the length. */
const chain = (size: number, scale = (_: number) => 1) =>
  matrixOf(size, [
    ...Array.from({ length: size }, (_, i) => [i, i, 2.001 * scale(i) ** 2] as const),
    ...Array.from({ length: size - 1 }, (_, i) => [i, i + 1, -scale(i) * scale(i + 1)] as const),
  ]);

describe('conjugate gradients', () => {
  it.each(KINDS)('agree with Cholesky to the residual asked for: %s', (kind) => {
    for (let size = 1; size <= 60; size += 7) {
      const matrix = randomMatrix(kind, size, size);
      const b = vector(3 * size);
      const exact = b.slice();
      new Cholesky(analyse(matrix)).factor(matrix.values).solve(exact);
      for (const tolerance of [1e-3, 1e-6, 1e-10]) {
        const x = new Float64Array(3 * size);
        const result = conjugateGradient(operatorOf(matrix, 3), b, x, { tolerance });
        expect(result.outcome).toBe('converged');
        // The residual said is the residual there is.
        const r = new Float64Array(3 * size);
        multiply(matrix, x, r, 3);
        for (let i = 0; i < r.length; i++) r[i] = b[i] - r[i];
        expect(norm(r) / norm(b)).toBeCloseTo(result.residual, 15);
        expect(result.residual).toBeLessThanOrEqual(tolerance);
        // ‖x − A⁻¹b‖ ≤ ‖A⁻¹‖ ‖r‖, and ‖A⁻¹‖ ≤ 1 / 0.1, which is what each diagonal exceeds its row by.
        const error = norm(x.map((value, i) => value - exact[i]));
        expect(error).toBeLessThanOrEqual(10 * tolerance * norm(b) + 1e-13);
      }
    }
  });

  it('end after as many steps as there are distinct eigenvalues', () => {
    const matrix = matrixOf(
      30,
      Array.from({ length: 30 }, (_, i) => [i, i, [1, 5, 40][i % 3]] as const),
    );
    const x = new Float64Array(30);
    const { iterations } = conjugateGradient(operatorOf(matrix), vector(30), x, { tolerance: 1e-12 });
    expect(iterations).toBe(3);
  });

  it('start from the x given', () => {
    const matrix = chain(50);
    const exact = vector(50);
    const b = new Float64Array(50);
    multiply(matrix, exact, b);
    expect(conjugateGradient(operatorOf(matrix), b, exact.slice()).iterations).toBe(0);
    const zero = vector(50);
    expect(conjugateGradient(operatorOf(matrix), new Float64Array(50), zero).outcome).toBe('converged');
    expect(zero).toEqual(new Float64Array(50));
  });

  it('need fewer steps with a preconditioner, the fewer the closer it is', () => {
    const matrix = chain(200, (i) => 1 + (i % 17));
    const b = vector(200);
    const steps = (precondition?: Operator) => {
      const x = new Float64Array(200);
      const options = { precondition, tolerance: 1e-8, iterations: 5000 };
      const result = conjugateGradient(operatorOf(matrix), b, x, options);
      expect(result.outcome).toBe('converged');
      return result.iterations;
    };
    const near = { ...matrix, values: matrix.values.slice() };
    for (let i = 0; i < 200; i++) near.values[near.starts[i]] *= 1.001;
    const factor = new Cholesky(analyse(near)).factor(near.values);
    const exact = new Cholesky(analyse(matrix)).factor(matrix.values);
    const plain = steps();
    const diagonal = steps(diagonalPreconditioner(matrix));
    const nearby = steps((r, z) => factor.solveOne(r, z));
    console.log(`steps: plain ${plain}, diagonal ${diagonal}, Cholesky of a nearby matrix ${nearby}`);
    expect(diagonal).toBeLessThan(plain);
    expect(nearby).toBeLessThan(diagonal / 4);
    expect(steps((r, z) => exact.solveOne(r, z))).toBe(1);
  });

  it('precondition three interleaved vectors by one diagonal', () => {
    const matrix = randomMatrix('sparse', 8, 1);
    const z = new Float64Array(24);
    const r = vector(24);
    diagonalPreconditioner(matrix, 3)(r, z);
    z.forEach((value, k) => {
      expect(value).toBe(r[k] / matrix.values[matrix.starts[Math.floor(k / 3)]]);
    });
  });

  it('say when the steps were not enough', () => {
    const x = new Float64Array(200);
    const matrix = chain(200);
    const few = conjugateGradient(operatorOf(matrix), vector(200), x, { tolerance: 1e-8, iterations: 5 });
    expect(few.outcome).toBe('limit');
    expect(few.iterations).toBe(5);
    expect(few.residual).toBeGreaterThan(1e-8);
    const impossible = conjugateGradient(operatorOf(matrix), vector(200), x, {
      tolerance: 0,
      iterations: 2000,
    });
    expect(impossible.residual).toBeLessThan(1e-13);
  });

  it('stop at negative curvature, with x from before it', () => {
    const matrix = randomMatrix('sparse', 30, 4);
    const values = otherValues(matrix, 3);
    values[matrix.starts[11]] = -40;
    const x = new Float64Array(30);
    const result = conjugateGradient(operatorOf({ ...matrix, values }), vector(30), x);
    expect(result.outcome).toBe('indefinite');
    expect(x.every(Number.isFinite)).toBe(true);
  });

  it('refuse a negative tolerance', () => {
    const x = new Float64Array(2);
    expect(() => conjugateGradient(operatorOf(chain(2)), vector(2), x, { tolerance: -1 })).toThrow(
      'tolerance: -1',
    );
  });
});
