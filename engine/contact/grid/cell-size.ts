import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './cell-size.wgsl?raw';

/** Cells are at most this many times as wide as particles: past that, what is fast may be missed, and w says so. */
export const WIDEST = 64;

/**
 * The sides of the cells, metres. Two particles that come within `reach` of each other in the step begin it at most that
 * far apart along each axis, and the difference of their ways: no further than one cell. (A thousandth more, for rounding.)
 * w is 1 where that had to be cut.
 */
export const cellSize = defineKernel({
  name: 'cellSize',
  over: 'one',
  buffers: {
    lowest: read('vec4', 'particleBlocks'),
    highest: read('vec4', 'particleBlocks'),
    cell: write('vec4', 'one'),
  },
  scalars: { blocks: 'u32', reach: 'real' },
  reference: ({ lowest, highest, cell, blocks, reach }) => {
    cell[3] = 0;
    for (let c = 0; c < 3; c++) {
      let [low, high] = [1e15, -1e15];
      for (let block = 0; block < blocks; block++) {
        low = Math.min(low, lowest[4 * block + c]);
        high = Math.max(high, highest[4 * block + c]);
      }
      const size = 1.001 * (reach + Math.max(0, high - low));
      cell[c] = Math.min(size, WIDEST * reach);
      if (size > WIDEST * reach) cell[3] = 1;
    }
  },
  wgsl,
});
