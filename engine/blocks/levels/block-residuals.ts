import { defineKernel, read, write } from '../../kernel.ts';
import { eachParticle, fourAt, GEOMETRY, threeAt } from '../geometry.ts';

/**
 * Right-hand sides of what a cycle adds to δ as its residuals, which they are while nothing is added; after `blockBring`.
 * No paper: it changes the layout.
 */
export const blockResiduals = defineKernel({
  name: 'blockResiduals',
  over: 'blockPairs',
  buffers: { blockRhs: read('vec4', 'blockFours'), blockResidual: write('vec4', 'blockThrees') },
  scalars: GEOMETRY,
  reference: ({ blockRhs, blockResidual, ...grid }, first, end) => {
    eachParticle(grid, first, end, (colour, row, half) => {
      const [from, to] = [fourAt(grid, colour, row, half), threeAt(grid, colour, row, half)];
      for (let c = 0; c < 12; c += 4) blockResidual[to + c] = blockRhs[from + c];
    });
  },
});
