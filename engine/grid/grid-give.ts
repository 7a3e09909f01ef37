import { defineKernel, read, write } from '../kernel.ts';
import { eachParticle, GEOMETRY, slotAt, threeAt } from './geometry.ts';
import { correctPairs } from './grid-advance.ts';

/** The end of the last of several steps, by pairs of rows: places and velocities out of the blocks that `gridTake` put them into. */
export const gridGive = defineKernel({
  name: 'gridGive',
  over: 'gridPairs',
  buffers: {
    gridX: write('vec4', 'gridThrees'),
    gridV: write('vec4', 'gridThrees'),
    gridDelta: read('vec4', 'gridThrees'),
    x: write('vec4', 'particles'),
    v: write('vec4', 'particles'),
  },
  scalars: { h: 'real', rate: 'real', ...GEOMETRY },
  reference: (args, first, end) => {
    const { gridX, gridV, x, v } = args;
    correctPairs(args, args.gridDelta, args.rate, first, end);
    eachParticle(args, first, end, (colour, row, half) => {
      const [from, to] = [threeAt(args, colour, row, half), 4 * slotAt(args, colour, row, half)];
      for (let c = 0; c < 3; c++) {
        x[to + c] = gridX[from + 4 * c];
        v[to + c] = gridV[from + 4 * c];
      }
      v[to + 3] = 0;
    });
  },
});
