import { defineKernel, read, write } from '../../kernel.ts';
import { WHOLE } from '../../methods/multigrid/pattern.ts';
import { NO_ENTRY } from '../geometry.ts';

/**
 * The shares of `blockRestrict`, P_iI a_i/a_I, after `adopt` and `coarsen`: 0 where a child is not there or I has no diagonal.
 * No paper: it scales shares.
 */
export const blockDown = defineKernel({
  name: 'blockDown',
  over: 'blockNines',
  buffers: {
    /** The number of a pair in `children`. */
    blockChildren: read('u32', 'blockNines', { indexes: 'children' }),
    /** The coarse point of four shares side by side, for each of nine such fours. */
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
