import { defineKernel, read, write } from '../../kernel.ts';
import { STATUS } from './status.ts';

/** The residual to reach, over ‖∇g‖: at first this, later as much as the gradient has fallen, and never below FINEST. */
export const COARSEST = 0.1;
export const FINEST = 1e-10;

/**
 * The direction p with H p = −∇g by conjugate gradients, [Saad03] Alg. 9.1, preconditioned with the inverses of the 3×3
 * `blocks`. H is never put together: a product takes the springs and the couples of elements' corners
 * one by one.
 *
 * Stops at ‖H p + ∇g‖ ≤ η ‖∇g‖, Euclidean norms, η = ‖∇g‖/‖∇g at the start‖ within [FINEST, COARSEST]: Newton's
 * convergence stays quadratic if η falls with the gradient, and far from the solution an exact direction is not needed.
 * `limit` iterations end it too. Either way p is a direction of descent: from p = 0, with a positive preconditioner and
 * positive curvature so far, −∇g·p > 0 and grows.
 *
 * Negative curvature, pᵀHp ≤ 0: what has been found is thrown away and the corrected Hessian takes its place, as where
 * Cholesky's factorisation fails. Conjugate gradients may not meet the negative curvature there is; the line search
 * does not need them to.
 */
export const solveConjugate = defineKernel({
  name: 'solveConjugate',
  over: 'springs',
  serial: true,
  buffers: {
    masses: read('vec4', 'particles'),
    ends: read('uvec2', 'springs', { indexes: 'particles' }),
    tensors: read('f64', 'tensors'),
    couples: read('uvec2', 'couples', { indexes: 'particles' }),
    elementTensors: read('f64', 'elementTensors'),
    diagonal: read('f64', 'particles'),
    blocks: read('f64', 'blocks'),
    gradient: read('f64', 'coordinates'),
    direction: write('f64', 'coordinates'),
    residue: write('f64', 'coordinates'),
    conditioned: write('f64', 'coordinates'),
    search: write('f64', 'coordinates'),
    product: write('f64', 'coordinates'),
    status: write('f64', 'newtonStatus'),
  },
  scalars: { particles: 'u32', pairs: 'u32', limit: 'u32' },
  reference: (args, first, end) => {
    const { masses, ends, tensors, couples, elementTensors, diagonal, blocks, gradient } = args;
    const { direction, status, particles, pairs, limit } = args;
    const { residue: r, conditioned: z, search: p, product: Hp } = args;
    if (status[STATUS.due] === 0) return;

    const multiply = () => {
      for (let i = 0; i < particles; i++) {
        for (let c = 3 * i; c < 3 * i + 3; c++) Hp[c] = diagonal[i] * p[c];
      }
      const d = [0, 0, 0];
      for (let s = first; s < end; s++) {
        const [i, j] = [3 * ends[2 * s], 3 * ends[2 * s + 1]];
        for (let c = 0; c < 3; c++) d[c] = p[i + c] - p[j + c];
        const [xx, xy, xz, yy, yz, zz] = tensors.subarray(6 * s, 6 * s + 6);
        const K = [xx, xy, xz, xy, yy, yz, xz, yz, zz];
        for (let c = 0; c < 3; c++) {
          const force = K[3 * c] * d[0] + K[3 * c + 1] * d[1] + K[3 * c + 2] * d[2];
          Hp[i + c] += force;
          Hp[j + c] -= force;
        }
      }
      for (let pair = 0; pair < pairs; pair++) {
        const [i, j] = [3 * couples[2 * pair], 3 * couples[2 * pair + 1]];
        for (let c = 0; c < 3; c++) d[c] = p[i + c] - p[j + c];
        const T = elementTensors.subarray(9 * pair, 9 * pair + 9);
        for (let c = 0; c < 3; c++) {
          Hp[i + c] += T[3 * c] * d[0] + T[3 * c + 1] * d[1] + T[3 * c + 2] * d[2];
          Hp[j + c] -= T[c] * d[0] + T[c + 3] * d[1] + T[c + 6] * d[2];
        }
      }
      // Pins don't move: their rows of r, z and p stay 0.
      for (let i = 0; i < particles; i++) if (masses[4 * i + 1] === 0) Hp.fill(0, 3 * i, 3 * i + 3);
    };
    const condition = () => {
      for (let i = 0; i < particles; i++) solveBlock(blocks, 6 * i, r, z, 3 * i);
    };
    const size = 3 * particles;
    const product = (a: ArrayLike<number>, b: ArrayLike<number>) => {
      let sum = 0;
      for (let k = 0; k < size; k++) sum += a[k] * b[k];
      return sum;
    };

    for (let k = 0; k < size; k++) {
      direction[k] = 0;
      r[k] = -gradient[k];
      p[k] = 0;
    }
    const fallen = status[STATUS.norm] / status[STATUS.firstNorm];
    const target = Math.min(COARSEST, Math.max(FINEST, fallen)) * status[STATUS.norm];
    let rz = 0;
    for (let iteration = 0; iteration < limit; iteration++) {
      if (Math.sqrt(product(r, r)) <= target) break;
      condition();
      const before = rz;
      rz = product(r, z);
      const beta = iteration === 0 ? 0 : rz / before;
      for (let k = 0; k < size; k++) p[k] = z[k] + beta * p[k];
      multiply();
      const curvature = product(p, Hp);
      status[STATUS.conjugate]++;
      if (!(curvature > 0)) {
        if (status[STATUS.corrected] !== 0) break;
        status[STATUS.corrected] = 1;
        status[STATUS.corrections]++;
        return; // still due
      }
      const alpha = rz / curvature;
      for (let k = 0; k < size; k++) {
        direction[k] += alpha * p[k];
        r[k] -= alpha * Hp[k];
      }
    }
    status[STATUS.due] = 0;
  },
});

type Numbers = Float64Array | Float32Array;

/** z ← B⁻¹ r for a symmetric positive block B = [xx xy xz yy yz zz] at `at`, by L D Lᵀ; 0 where a pivot is not positive. */
function solveBlock(blocks: Numbers, at: number, r: Numbers, z: Numbers, i: number): void {
  const [xx, xy, xz, yy, yz, zz] = blocks.subarray(at, at + 6);
  const over = (a: number, pivot: number) => (pivot > 0 ? a / pivot : 0);
  const [l10, l20] = [over(xy, xx), over(xz, xx)];
  const d1 = yy - l10 * xy;
  const c21 = yz - l10 * xz;
  const l21 = over(c21, d1);
  const d2 = zz - l20 * xz - l21 * c21;
  const y0 = r[i];
  const y1 = r[i + 1] - l10 * y0;
  const y2 = r[i + 2] - l20 * y0 - l21 * y1;
  const z2 = over(y2, d2);
  const z1 = over(y1, d1) - l21 * z2;
  z[i] = over(y0, xx) - l10 * z1 - l20 * z2;
  z[i + 1] = z1;
  z[i + 2] = z2;
}
