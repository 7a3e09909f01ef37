import { defineKernel, read, write } from '../../kernel.ts';
import { pointAt } from './coarse.ts';

/** Copies δ of the coarsest level in blocks from rows into blocks, by rows of the grid. No paper: a copy. */
export const blockFromRows = defineKernel({
  name: 'blockFromRows',
  over: 'blockRows',
  buffers: {
    delta: read('vec4', 'particles'),
    blockSlots: read('u32', 'gridPoints', { indexes: 'particles' }),
    blockDelta: write('vec4', 'blockThrees'),
  },
  scalars: { columns: 'u32', rows: 'u32' },
  reference: ({ delta, blockSlots, blockDelta, columns, rows }, first, end) => {
    for (let k = first * columns; k < end * columns; k++) {
      const at = pointAt({ columns, rows }, Math.floor(k / columns), k % columns, 0);
      for (let c = 0; c < 3; c++) blockDelta[at + 4 * c] = delta[4 * blockSlots[k] + c];
    }
  },
});
