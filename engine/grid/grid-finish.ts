import { defineKernel, read, write } from '../kernel.ts';
import { finishParticle } from '../motion/finish.ts';
import { eachParticle, GEOMETRY, slotAt, threeAt } from './geometry.ts';

/** `gridLeave` and `finish` at once, by pairs of rows, where nothing comes between: δ goes from the blocks to x and v. */
export const gridFinish = defineKernel({
  name: 'gridFinish',
  over: 'gridPairs',
  buffers: {
    x: write('vec4', 'particles'),
    v: write('vec4', 'particles'),
    gridDelta: read('vec4', 'gridThrees'),
  },
  scalars: { h: 'real', rate: 'real', ...GEOMETRY },
  reference: ({ x, v, gridDelta, h, rate, ...grid }, first, end) => {
    eachParticle(grid, first, end, (colour, row, half) => {
      const from = threeAt(grid, colour, row, half);
      const delta = [gridDelta[from], gridDelta[from + 4], gridDelta[from + 8]] as const;
      finishParticle(x, v, 4 * slotAt(grid, colour, row, half), delta, h, rate);
    });
  },
});
