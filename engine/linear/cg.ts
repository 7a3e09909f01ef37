/**
 * Preconditioned conjugate gradients, Hestenes, Stiefel 1952; [Saad03] Iterative Methods for Sparse Linear Systems,
 * Alg. 9.1. The matrix is a function, so that it need not be stored; x, y and z of all particles are one long vector.
 */
import { number } from '../errors.ts';
import type { SymmetricMatrix } from './sparse.ts';

/** y ← A x, or z ← M⁻¹ r for a preconditioner. May not keep the arrays. */
export type Operator = (x: Float64Array, y: Float64Array) => void;

export interface ConjugateGradientOptions {
  /** Stop at ‖b − A x‖ ≤ tolerance · ‖b‖, Euclidean norms. Default 1e-8. */
  readonly tolerance?: number;
  /** Default: the length of b, after which exact arithmetic would be done. */
  readonly iterations?: number;
  /** Close to A⁻¹, symmetric and positive definite. Default none. */
  readonly precondition?: Operator;
}

export interface ConjugateGradientResult {
  /**
   * `limit`: the iterations were spent; x is the best so far.
   * `indefinite`: a direction of no or negative curvature, pᵀAp ≤ 0, was met; x is from before it.
   */
  readonly outcome: 'converged' | 'limit' | 'indefinite';
  readonly iterations: number;
  /** ‖b − A x‖ / ‖b‖ as computed afresh from x at the end. */
  readonly residual: number;
}

/** Solves A x = b from the x given, which is overwritten. */
export function conjugateGradient(
  apply: Operator,
  b: Float64Array,
  x: Float64Array,
  options: ConjugateGradientOptions = {},
): ConjugateGradientResult {
  const { precondition } = options;
  const tolerance = number('tolerance', options.tolerance ?? 1e-8, { min: 0 });
  const most = number('iterations', options.iterations ?? b.length, { min: 0, integer: true });
  const size = b.length;
  const r = new Float64Array(size);
  const z = precondition ? new Float64Array(size) : r;
  const p = new Float64Array(size);
  const Ap = new Float64Array(size);

  const target = tolerance * norm(b);
  if (norm(b) === 0) {
    x.fill(0);
    return { outcome: 'converged', iterations: 0, residual: 0 };
  }
  const computeResidual = () => {
    apply(x, r);
    for (let i = 0; i < size; i++) r[i] = b[i] - r[i];
    return norm(r);
  };
  const finish = (outcome: ConjugateGradientResult['outcome'], iterations: number, residual: number) => ({
    outcome,
    iterations,
    residual: residual / norm(b),
  });

  let residual = computeResidual();
  let fresh = true;
  let rz = 0;
  for (let iteration = 0; ; iteration++) {
    if (residual <= target) {
      // The residual carried along drifts from b − A x by rounding: believe only the latter, and go on from it.
      if (!fresh) {
        residual = computeResidual();
        fresh = true;
      }
      if (residual <= target) return finish('converged', iteration, residual);
    }
    if (iteration === most) return finish('limit', iteration, fresh ? residual : computeResidual());

    precondition?.(r, z);
    const rzBefore = rz;
    rz = dot(r, z);
    const beta = fresh ? 0 : rz / rzBefore;
    for (let i = 0; i < size; i++) p[i] = z[i] + beta * p[i];
    apply(p, Ap);
    const curvature = dot(p, Ap);
    if (!(curvature > 0)) return finish('indefinite', iteration, fresh ? residual : computeResidual());
    const alpha = rz / curvature;
    for (let i = 0; i < size; i++) {
      x[i] += alpha * p[i];
      r[i] -= alpha * Ap[i];
    }
    fresh = false;
    residual = norm(r);
  }
}

/** Divides by the diagonal, the simplest preconditioner, for `width` interleaved vectors. */
export function diagonalPreconditioner({ size, starts, values }: SymmetricMatrix, width = 1): Operator {
  return (r, z) => {
    for (let i = 0; i < size; i++) {
      const a = values[starts[i]];
      for (let c = width * i; c < width * (i + 1); c++) z[c] = r[c] / a;
    }
  };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

const norm = (a: Float64Array): number => Math.sqrt(dot(a, a));
