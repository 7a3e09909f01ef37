import { defineKernel, read, write } from '../kernel.ts';
import { eachParticle, fourAt, GEOMETRY, slotAt } from './geometry.ts';

/** Copies right-hand sides into blocks, by pairs of rows, after something was added to what `blockShow` copied out. No paper: a copy. */
export const blockBring = defineKernel({
  name: 'blockBring',
  over: 'blockPairs',
  buffers: { rhs: read('vec4', 'particles'), blockRhs: write('vec4', 'blockFours') },
  scalars: GEOMETRY,
  reference: ({ rhs, blockRhs, ...grid }, first, end) => {
    eachParticle(grid, first, end, (colour, row, half) => {
      const [from, to] = [4 * slotAt(grid, colour, row, half), fourAt(grid, colour, row, half)];
      for (let c = 0; c < 3; c++) blockRhs[to + 4 * c] = rhs[from + c];
    });
  },
});
