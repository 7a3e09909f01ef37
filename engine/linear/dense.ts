/** Cholesky factorisation of a small dense matrix, for systems of a few dozen unknowns and as the tests' oracle. */
import { NotPositiveDefiniteError } from './errors.ts';

/** L with A = L Lᵀ, row after row with zeros above the diagonal; reads the lower triangle of A. */
export function factorDense(a: Float64Array, size: number): Float64Array {
  const l = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[i * size + j];
      for (let k = 0; k < j; k++) sum -= l[i * size + k] * l[j * size + k];
      if (i > j) {
        l[i * size + j] = sum / l[j * size + j];
      } else {
        if (!(sum > 0 && sum < Infinity)) throw new NotPositiveDefiniteError(i, sum, `column ${i}`);
        l[i * size + i] = Math.sqrt(sum);
      }
    }
  }
  return l;
}

/** The x with L Lᵀ x = b. */
export function solveDense(l: Float64Array, size: number, b: ArrayLike<number>): Float64Array {
  const x = Float64Array.from(b);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i] -= l[i * size + k] * x[k];
    x[i] /= l[i * size + i];
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i] -= l[k * size + i] * x[k];
    x[i] /= l[i * size + i];
  }
  return x;
}
