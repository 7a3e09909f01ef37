import { defineKernel, read, write } from '../../kernel.ts';
import { PARENTS, WHOLE } from './pattern.ts';
import wgsl from './prolongation.wgsl?raw';

/**
 * Adds the interpolated coarse correction: δ_i += Σ_I P_iI e_I. A point with the diagonal 0 (a pin) is left as it is.
 * [BHM00] Ch. 3: the coarse-grid correction v ← v + P e.
 */
export const prolongation = defineKernel({
  name: 'prolongation',
  over: 'particles',
  buffers: {
    parents: read('uvec2', 'parents'),
    correction: read('vec4', 'particles', { elsewhere: true }),
    diagonal: read('real', 'particles'),
    delta: write('vec4', 'particles'),
  },
  scalars: {},
  reference: ({ parents, correction, diagonal, delta }, first, end) => {
    for (let i = first; i < end; i++) {
      if (diagonal[i] === 0) continue;
      for (let c = 0; c < 4; c++) {
        let sum = delta[4 * i + c];
        for (let k = i * PARENTS; k < (i + 1) * PARENTS; k++)
          sum += (parents[2 * k + 1] / WHOLE) * correction[4 * parents[2 * k] + c];
        delta[4 * i + c] = sum;
      }
    }
  },
  wgsl,
});
