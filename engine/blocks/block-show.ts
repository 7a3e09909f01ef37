import { defineKernel, read, write } from '../kernel.ts';
import { eachParticle, fourAt, GEOMETRY, slotAt, threeAt } from './geometry.ts';

/** Copies corrections δ and right-hand sides out of the blocks, by pairs of rows, for operations that add to right-hand sides in rows of neighbours. No paper: a copy. */
export const blockShow = defineKernel({
  name: 'blockShow',
  over: 'blockPairs',
  buffers: {
    blockDelta: read('vec4', 'blockThrees'),
    blockRhs: read('vec4', 'blockFours'),
    delta: write('vec4', 'particles'),
    rhs: write('vec4', 'particles'),
  },
  scalars: GEOMETRY,
  reference: ({ blockDelta, blockRhs, delta, rhs, ...grid }, first, end) => {
    eachParticle(grid, first, end, (colour, row, half) => {
      const to = 4 * slotAt(grid, colour, row, half);
      const [three, four] = [threeAt(grid, colour, row, half), fourAt(grid, colour, row, half)];
      for (let c = 0; c < 3; c++) {
        delta[to + c] = blockDelta[three + 4 * c];
        rhs[to + c] = blockRhs[four + 4 * c];
      }
      delta[to + 3] = 0;
      rhs[to + 3] = 0;
    });
  },
});
