import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './residuals.wgsl?raw';

/**
 * The residual of every equation. Rows are stored divided by their diagonal, which is multiplied back:
 *   r_i = a_i (rhs_i + Σ_j weight_ij δ_j − δ_i)
 * [BHM00] Ch. 2: r = f − A v.
 */
export const residuals = defineKernel({
  name: 'residuals',
  over: 'particles',
  buffers: {
    delta: read('vec4', 'particles'),
    rhs: read('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    weights: read('real', 'entries'),
    diagonal: read('real', 'particles'),
    residual: write('vec4', 'particles'),
  },
  scalars: { entries: 'u32' },
  reference: ({ delta, rhs, neighbours, weights, diagonal, residual, entries }, first, end) => {
    for (let i = first; i < end; i++) {
      for (let c = 0; c < 4; c++) {
        let sum = rhs[4 * i + c] - delta[4 * i + c];
        for (let e = neighbours[entries + i]; e < neighbours[entries + i + 1]; e++)
          sum += weights[e] * delta[4 * neighbours[e] + c];
        residual[4 * i + c] = diagonal[i] * sum;
      }
    }
  },
  wgsl,
});
