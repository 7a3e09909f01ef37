import { defineKernel, read, write } from '../kernel.ts';
import { eachParticle, GEOMETRY, slotAt, threeAt } from './geometry.ts';

/** Copies positions y and corrections δ into blocks, by pairs of rows. No paper: a copy. */
export const blockEnter = defineKernel({
  name: 'blockEnter',
  over: 'blockPairs',
  buffers: {
    x: read('vec4', 'particles'),
    delta: read('vec4', 'particles'),
    blockX: write('vec4', 'blockThrees'),
    blockDelta: write('vec4', 'blockThrees'),
  },
  scalars: GEOMETRY,
  reference: ({ x, delta, blockX, blockDelta, ...grid }, first, end) => {
    eachParticle(grid, first, end, (colour, row, half) => {
      const [from, to] = [4 * slotAt(grid, colour, row, half), threeAt(grid, colour, row, half)];
      for (let c = 0; c < 3; c++) {
        blockX[to + 4 * c] = x[from + c];
        blockDelta[to + 4 * c] = delta[from + c];
      }
    });
  },
});
