import { defineKernel, read, write } from '../../kernel.ts';
import { AROUND } from './coarse.ts';

/** Bilinear shares relative to the middle one, the share of the fine point at the coarse point's own place. */
const BILINEAR = AROUND.map(([down, right]) => (down === 0 ? 1 : 0.5) * (right === 0 ? 1 : 0.5));

/** The offset of the middle share among the nine. */
const MIDDLE = 4 * AROUND.findIndex(([down, right]) => down === 0 && right === 0);

/**
 * Finds where restriction needs one share in place of nine. Runs after `blockDown`. Inside a cloth with equal masses and springs the nine shares
 * of a coarse point are bilinear: 1, ½ and ¼ of the middle one. If that holds for four coarse points side by side,
 * `blockMiddles` holds their middle shares, else 0. `blockRestrict` then adds residuals first and multiplies once.
 * No paper: it compares the weights of full weighting, [BHM00] Ch. 3.
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
