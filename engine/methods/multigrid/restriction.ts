import { defineKernel, read, write } from '../../kernel.ts';
import { WHOLE } from './pattern.ts';
import wgsl from './restriction.wgsl?raw';

/**
 * The coarse problem A_c e = r: its residual at e = 0, and its right-hand side, divided by the diagonal like the rows:
 *   r_I = Σ_i P_iI r_i,   rhs_I = r_I / a_I
 * Gathered over the fine points that interpolate from I.
 * [BHM00] Ch. 3 and 8: restriction by Pᵀ.
 */
export const restriction = defineKernel({
  name: 'restriction',
  over: 'particles',
  buffers: {
    children: read('uvec2', 'children'),
    fineResidual: read('vec4', 'particles', { elsewhere: true }),
    diagonal: read('real', 'particles'),
    rhs: write('vec4', 'particles'),
    delta: write('vec4', 'particles'),
    residual: write('vec4', 'particles'),
  },
  scalars: { pairs: 'u32' },
  reference: ({ children, fineResidual, diagonal, rhs, delta, residual, pairs }, first, end) => {
    for (let i = first; i < end; i++) {
      for (let c = 0; c < 4; c++) {
        let sum = 0;
        for (let k = children[2 * (pairs + i)]; k < children[2 * (pairs + i + 1)]; k++)
          sum += (children[2 * k + 1] / WHOLE) * fineResidual[4 * children[2 * k] + c];
        rhs[4 * i + c] = diagonal[i] === 0 ? 0 : sum / diagonal[i];
        residual[4 * i + c] = diagonal[i] === 0 ? 0 : sum;
        delta[4 * i + c] = 0;
      }
    }
  },
  wgsl,
});
