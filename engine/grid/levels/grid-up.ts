import { defineKernel, read, write } from '../../kernel.ts';
import { PARENTS, WHOLE } from '../../methods/multigrid/pattern.ts';
import { NO_ENTRY } from '../geometry.ts';

/** The shares of `gridProlong`, P_iI, after `attach`: 0 where a parent is not there or i has no diagonal. */
export const gridUp = defineKernel({
  name: 'gridUp',
  over: 'gridFives',
  buffers: {
    /** The number of a pair in `parents`. */
    gridParents: read('u32', 'gridFives', { indexes: 'parents' }),
    parents: read('uvec2', 'parents'),
    diagonal: read('real', 'particles', { elsewhere: true }),
    gridShares: write('real', 'gridFives'),
  },
  scalars: {},
  reference: ({ gridParents, parents, diagonal, gridShares }, first, end) => {
    for (let k = first; k < end; k++) {
      const pair = gridParents[k];
      const isFree = pair !== NO_ENTRY && diagonal[Math.floor(pair / PARENTS)] !== 0;
      gridShares[k] = isFree ? parents[2 * pair + 1] / WHOLE : 0;
    }
  },
});
