import { defineKernel, read, write } from '../kernel.ts';
import { correctPairs } from './block-advance.ts';
import { eachParticle, GEOMETRY, slotAt, threeAt } from './geometry.ts';

/** The end of the last of several steps, by pairs of rows, and positions and velocities out of the blocks. [LBOK13] Eq. (4): h v = q − q_prev. */
export const blockGive = defineKernel({
  name: 'blockGive',
  over: 'blockPairs',
  buffers: {
    blockX: write('vec4', 'blockThrees'),
    blockV: write('vec4', 'blockThrees'),
    blockDelta: read('vec4', 'blockThrees'),
    x: write('vec4', 'particles'),
    v: write('vec4', 'particles'),
  },
  scalars: { h: 'real', rate: 'real', ...GEOMETRY },
  reference: (args, first, end) => {
    const { blockX, blockV, x, v } = args;
    correctPairs(args, args.blockDelta, args.rate, first, end);
    eachParticle(args, first, end, (colour, row, half) => {
      const [from, to] = [threeAt(args, colour, row, half), 4 * slotAt(args, colour, row, half)];
      for (let c = 0; c < 3; c++) {
        x[to + c] = blockX[from + 4 * c];
        v[to + c] = blockV[from + 4 * c];
      }
      v[to + 3] = 0;
    });
  },
});
