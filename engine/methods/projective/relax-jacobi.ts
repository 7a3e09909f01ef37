import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './relax-jacobi.wgsl?raw';

/**
 * A Jacobi sweep, [PNF18] Eq. (2), in delta form: every δ from the sweep before.
 *   next_i = rhs_i + Σ_j weight_ij δ_j
 * [NP17] Alg. 6 divides by n_p once more and assigns the difference; this is plain Jacobi (see README.md).
 */
export const relaxJacobi = defineKernel({
  name: 'relaxJacobi',
  over: 'particles',
  buffers: {
    delta: read('vec4', 'particles'),
    next: write('vec4', 'particles'),
    rhs: read('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    weights: read('real', 'entries'),
  },
  scalars: { entries: 'u32' },
  reference: ({ delta, next, rhs, neighbours, weights, entries }, first, end) => {
    for (let i = first; i < end; i++) {
      for (let c = 0; c < 3; c++) {
        let sum = rhs[4 * i + c];
        for (let e = neighbours[entries + i]; e < neighbours[entries + i + 1]; e++)
          sum += weights[e] * delta[4 * neighbours[e] + c];
        next[4 * i + c] = sum;
      }
      next[4 * i + 3] = 0;
    }
  },
  wgsl,
});
