import { defineKernel, read, write } from '../../kernel.ts';
import { PARENTS, WHOLE } from '../../methods/multigrid/pattern.ts';
import { NO_ENTRY } from '../geometry.ts';

/**
 * Shares of interpolation in blocks, P_iI for the fine point i and its coarse point I. Runs after `attach`. A share is 0 where the coarse
 * point does not exist or the fine point's diagonal is 0, as that of a pin.
 * No paper: a copy of P.
 */
export const blockUp = defineKernel({
  name: 'blockUp',
  over: 'blockFives',
  buffers: {
    /** By share: the number of its pair in `parents`. */
    blockParents: read('u32', 'blockFives', { indexes: 'parents' }),
    parents: read('uvec2', 'parents'),
    diagonal: read('real', 'particles', { elsewhere: true }),
    blockShares: write('real', 'blockFives'),
  },
  scalars: {},
  reference: ({ blockParents, parents, diagonal, blockShares }, first, end) => {
    for (let k = first; k < end; k++) {
      const pair = blockParents[k];
      const isFree = pair !== NO_ENTRY && diagonal[Math.floor(pair / PARENTS)] !== 0;
      blockShares[k] = isFree ? parents[2 * pair + 1] / WHOLE : 0;
    }
  },
});
