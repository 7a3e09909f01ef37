import { defineKernel, read, write } from '../../kernel.ts';
import { pointAt } from './coarse.ts';

/**
 * From the coarsest level in blocks to the same level's rows, which the levels below gather from: residuals r_i = a_i rhs_i, and δ = 0. With δ = 0
 * the residual is the right-hand side, which is stored divided by the diagonal. By rows of the grid.
 * No paper: a copy, multiplied by the diagonal.
 */
export const blockToRows = defineKernel({
  name: 'blockToRows',
  over: 'blockRows',
  buffers: {
    blockRhs: read('vec4', 'blockThrees'),
    blockSlots: read('u32', 'gridPoints', { indexes: 'particles' }),
    diagonal: read('real', 'particles', { elsewhere: true }),
    residual: write('vec4', 'particles'),
    delta: write('vec4', 'particles'),
  },
  scalars: { columns: 'u32', rows: 'u32' },
  reference: ({ blockRhs, blockSlots, diagonal, residual, delta, columns, rows }, first, end) => {
    for (let k = first * columns; k < end * columns; k++) {
      const [at, slot] = [pointAt({ columns, rows }, Math.floor(k / columns), k % columns, 0), blockSlots[k]];
      for (let c = 0; c < 3; c++) residual[4 * slot + c] = diagonal[slot] * blockRhs[at + 4 * c];
      residual[4 * slot + 3] = 0;
      delta.fill(0, 4 * slot, 4 * slot + 4);
    }
  },
});
