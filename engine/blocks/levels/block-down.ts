import { defineKernel, read, write } from '../../kernel.ts';
import { WHOLE } from '../../methods/multigrid/pattern.ts';
import { NO_ENTRY } from '../geometry.ts';

/**
 * Shares of restriction in blocks, P_iI a_i/a_I for the coarse point I and its fine point i. Runs after `adopt` and `coarsen`. A share is 0
 * where the fine point does not exist or the coarse point's diagonal is 0.
 * [BHM00] Ch. 3 and 8: Pᵀ, for residuals divided by their diagonals.
 */
export const blockDown = defineKernel({
  name: 'blockDown',
  over: 'blockNines',
  buffers: {
    /** By share: the number of its pair in `children`. */
    blockChildren: read('u32', 'blockNines', { indexes: 'children' }),
    /** The slots of four coarse points side by side, which have 36 shares in `blockShares`. */
    blockPoints: read('u32', 'blockPoints', { indexes: 'particles' }),
    children: read('uvec2', 'children'),
    diagonal: read('real', 'particles', { elsewhere: true }),
    coarseDiagonal: read('real', 'particles', { elsewhere: true }),
    blockShares: write('real', 'blockNines'),
  },
  scalars: {},
  reference: (
    { blockChildren, blockPoints, children, diagonal, coarseDiagonal, blockShares },
    first,
    end,
  ) => {
    for (let k = first; k < end; k++) {
      const pair = blockChildren[k];
      const own = pair === NO_ENTRY ? 0 : coarseDiagonal[blockPoints[4 * Math.floor(k / 36) + (k % 4)]];
      blockShares[k] =
        own === 0 ? 0 : ((children[2 * pair + 1] / WHOLE) * diagonal[children[2 * pair]]) / own;
    }
  },
});
