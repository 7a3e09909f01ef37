import { defineKernel, read, write } from '../kernel.ts';
import { eachParticle, GEOMETRY, slotAt, threeAt } from './geometry.ts';

/** Positions y and corrections δ into blocks, by pairs of rows. */
export const gridEnter = defineKernel({
  name: 'gridEnter',
  over: 'gridPairs',
  buffers: {
    x: read('vec4', 'particles'),
    delta: read('vec4', 'particles'),
    gridX: write('vec4', 'gridThrees'),
    gridDelta: write('vec4', 'gridThrees'),
  },
  scalars: GEOMETRY,
  reference: ({ x, delta, gridX, gridDelta, ...grid }, first, end) => {
    eachParticle(grid, first, end, (colour, row, half) => {
      const [from, to] = [4 * slotAt(grid, colour, row, half), threeAt(grid, colour, row, half)];
      for (let c = 0; c < 3; c++) {
        gridX[to + 4 * c] = x[from + c];
        gridDelta[to + 4 * c] = delta[from + c];
      }
    });
  },
});
