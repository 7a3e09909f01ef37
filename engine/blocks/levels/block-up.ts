import { defineKernel, read, write } from '../../kernel.ts';
import { PARENTS, WHOLE } from '../../methods/multigrid/pattern.ts';
import { NO_ENTRY } from '../geometry.ts';

/**
 * The shares of `blockProlong`, P_iI, after `attach`: 0 where a parent is not there or i has no diagonal.
 * No paper: it changes the layout.
 */
export const blockUp = defineKernel({
  name: 'blockUp',
  over: 'blockFives',
  buffers: {
    /** The number of a pair in `parents`. */
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
