import { defineKernel, read, write } from '../../kernel.ts';
import { pointAt } from './coarse.ts';

/** Corrections δ from rows into the blocks of the last level that is in them, by rows of the grid. */
export const gridFromRows = defineKernel({
  name: 'gridFromRows',
  over: 'gridRows',
  buffers: {
    delta: read('vec4', 'particles'),
    gridSlots: read('u32', 'gridPoints', { indexes: 'particles' }),
    gridDelta: write('vec4', 'gridThrees'),
  },
  scalars: { columns: 'u32', rows: 'u32' },
  reference: ({ delta, gridSlots, gridDelta, columns, rows }, first, end) => {
    for (let k = first * columns; k < end * columns; k++) {
      const at = pointAt({ columns, rows }, Math.floor(k / columns), k % columns, 0);
      for (let c = 0; c < 3; c++) gridDelta[at + 4 * c] = delta[4 * gridSlots[k] + c];
    }
  },
});
