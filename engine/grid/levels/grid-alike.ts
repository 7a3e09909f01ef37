import { defineKernel, read, write } from '../../kernel.ts';
import { AROUND } from './coarse.ts';

/** What a share is of that of the fine point which the coarse one stands on, by rows and columns between them. */
const BILINEAR = AROUND.map(([down, right]) => (down === 0 ? 1 : 0.5) * (right === 0 ? 1 : 0.5));

/** Where that one is among the nine. */
const MIDDLE = 4 * AROUND.findIndex(([down, right]) => down === 0 && right === 0);

/**
 * After `gridDown`, whether shares of four coarse points side by side are bilinear: 1, ½ and ¼ of the one in the middle, as they are inside
 * a cloth whose particles and springs are alike. `gridRestrict` then adds first and multiplies once.
 */
export const gridAlike = defineKernel({
  name: 'gridAlike',
  over: 'gridQuads',
  buffers: { gridShares: read('real', 'gridNines'), gridAre: write('u32', 'gridQuads') },
  scalars: {},
  reference: ({ gridShares, gridAre }, first, end) => {
    for (let quad = first; quad < end; quad++) {
      let are = 1;
      for (let k = 0; k < 36; k++) {
        const middle = gridShares[36 * quad + MIDDLE + (k % 4)];
        if (gridShares[36 * quad + k] !== BILINEAR[k >> 2] * middle) are = 0;
      }
      gridAre[quad] = are;
    }
  },
});
