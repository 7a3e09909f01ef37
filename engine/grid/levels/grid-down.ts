import { defineKernel, read, write } from '../../kernel.ts';
import { WHOLE } from '../../methods/multigrid/pattern.ts';
import { NO_ENTRY } from '../geometry.ts';

/** The shares of `gridRestrict`, P_iI a_i/a_I, after `adopt` and `coarsen`: 0 where a child is not there or I has no diagonal. */
export const gridDown = defineKernel({
  name: 'gridDown',
  over: 'gridNines',
  buffers: {
    /** The number of a pair in `children`. */
    gridChildren: read('u32', 'gridNines', { indexes: 'children' }),
    children: read('uvec2', 'children'),
    diagonal: read('real', 'particles', { elsewhere: true }),
    coarseDiagonal: read('real', 'particles', { elsewhere: true }),
    gridShares: write('real', 'gridNines'),
  },
  scalars: { childWidth: 'u32' },
  reference: ({ gridChildren, children, diagonal, coarseDiagonal, gridShares, childWidth }, first, end) => {
    for (let k = first; k < end; k++) {
      const pair = gridChildren[k];
      const own = pair === NO_ENTRY ? 0 : coarseDiagonal[Math.floor(pair / childWidth)];
      gridShares[k] = own === 0 ? 0 : ((children[2 * pair + 1] / WHOLE) * diagonal[children[2 * pair]]) / own;
    }
  },
});
