import { defineKernel, read, write } from '../kernel.ts';
import { eachParticle, GEOMETRY, slotAt, threeAt } from './geometry.ts';

/** Corrections δ out of the blocks, by pairs of rows. */
export const gridLeave = defineKernel({
  name: 'gridLeave',
  over: 'gridPairs',
  buffers: { gridDelta: read('vec4', 'gridThrees'), delta: write('vec4', 'particles') },
  scalars: GEOMETRY,
  reference: ({ gridDelta, delta, ...grid }, first, end) => {
    eachParticle(grid, first, end, (colour, row, half) => {
      const [from, to] = [threeAt(grid, colour, row, half), 4 * slotAt(grid, colour, row, half)];
      for (let c = 0; c < 3; c++) delta[to + c] = gridDelta[from + 4 * c];
      delta[to + 3] = 0;
    });
  },
});
