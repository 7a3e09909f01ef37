import { defineKernel, read, write } from '../../../kernel.ts';
import wgsl from './precondition.wgsl?raw';

/**
 * Sets up the cycle for A s = r from s = 0, with the right-hand side divided by the diagonal like the rows.
 * No paper: it divides by the diagonal.
 */
export const precondition = defineKernel({
  name: 'precondition',
  over: 'particles',
  buffers: {
    force: read('vec4', 'particles'),
    diagonal: read('real', 'particles'),
    residual: write('vec4', 'particles'),
    rhs: write('vec4', 'particles'),
    delta: write('vec4', 'particles'),
  },
  scalars: {},
  reference: ({ force, diagonal, residual, rhs, delta }, first, end) => {
    for (let i = first; i < end; i++) {
      for (let c = 0; c < 4; c++) {
        const r = c === 3 || diagonal[i] === 0 ? 0 : force[4 * i + c];
        residual[4 * i + c] = r;
        rhs[4 * i + c] = r === 0 ? 0 : r / diagonal[i];
        delta[4 * i + c] = 0;
      }
    }
  },
  wgsl,
});
