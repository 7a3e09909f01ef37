import { defineKernel, read, write } from '../../kernel.ts';
import { pointAt } from './coarse.ts';

/**
 * From the last level in blocks to the rows that the levels below are in: residuals r_i = a_i rhs_i, since δ is nothing, and δ = 0. By
 * rows of the grid.
 * No paper: it changes the layout.
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
