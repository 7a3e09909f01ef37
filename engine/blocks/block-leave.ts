import { defineKernel, read, write } from '../kernel.ts';
import { eachParticle, GEOMETRY, slotAt, threeAt } from './geometry.ts';

/** Copies corrections δ out of the blocks, by pairs of rows. No paper: a copy. */
export const blockLeave = defineKernel({
  name: 'blockLeave',
  over: 'blockPairs',
  buffers: { blockDelta: read('vec4', 'blockThrees'), delta: write('vec4', 'particles') },
  scalars: GEOMETRY,
  reference: ({ blockDelta, delta, ...grid }, first, end) => {
    eachParticle(grid, first, end, (colour, row, half) => {
      const [from, to] = [threeAt(grid, colour, row, half), 4 * slotAt(grid, colour, row, half)];
      for (let c = 0; c < 3; c++) delta[to + c] = blockDelta[from + 4 * c];
      delta[to + 3] = 0;
    });
  },
});
