import { defineKernel, read, write } from '../../kernel.ts';
import { AROUND } from './coarse.ts';

/** What a share is of that of the fine point which the coarse one stands on, by rows and columns between them. */
const BILINEAR = AROUND.map(([down, right]) => (down === 0 ? 1 : 0.5) * (right === 0 ? 1 : 0.5));

/** Where that one is among the nine. */
const MIDDLE = 4 * AROUND.findIndex(([down, right]) => down === 0 && right === 0);

/**
 * After `blockDown`: where the shares of four coarse points side by side are bilinear, 1, ½ and ¼ of the one in the middle, as they are inside
 * a cloth whose particles and springs are alike, that one; elsewhere 0. `blockRestrict` then adds first and multiplies once.
 * No paper: it compares shares.
 */
export const blockAlike = defineKernel({
  name: 'blockAlike',
  over: 'gridQuads',
  buffers: { blockShares: read('real', 'blockNines'), blockMiddles: write('vec4', 'gridQuads') },
  scalars: {},
  reference: ({ blockShares, blockMiddles }, first, end) => {
    for (let quad = first; quad < end; quad++) {
      const shares = blockShares.subarray(36 * quad, 36 * (quad + 1));
      const middles = shares.subarray(MIDDLE, MIDDLE + 4);
      const areAlike = shares.every((share, k) => share === BILINEAR[k >> 2] * middles[k % 4]);
      for (let k = 0; k < 4; k++) blockMiddles[4 * quad + k] = areAlike ? middles[k] : 0;
    }
  },
});
