import { defineKernel, read, write } from '../kernel.ts';
import { finishParticle } from '../motion/finish.ts';
import { eachParticle, GEOMETRY, slotAt, threeAt } from './geometry.ts';

/** `blockLeave` and `finish` in one pass, by pairs of rows: δ from the blocks is added to x and v. [LBOK13] Eq. (4): h v = q − q_prev. */
export const blockFinish = defineKernel({
  name: 'blockFinish',
  over: 'blockPairs',
  buffers: {
    x: write('vec4', 'particles'),
    v: write('vec4', 'particles'),
    blockDelta: read('vec4', 'blockThrees'),
  },
  scalars: { h: 'real', rate: 'real', ...GEOMETRY },
  reference: ({ x, v, blockDelta, h, rate, ...grid }, first, end) => {
    eachParticle(grid, first, end, (colour, row, half) => {
      const from = threeAt(grid, colour, row, half);
      const delta = [blockDelta[from], blockDelta[from + 4], blockDelta[from + 8]] as const;
      finishParticle(x, v, 4 * slotAt(grid, colour, row, half), delta, h, rate);
    });
  },
});
