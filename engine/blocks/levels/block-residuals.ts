import { defineKernel, read, write } from '../../kernel.ts';
import { eachParticle, fourAt, GEOMETRY, threeAt } from '../geometry.ts';

/**
 * Copies right-hand sides into `blockResidual`: at ε = 0 the residual of a cycle equals its right-hand side. Runs after `blockBring`.
 * No paper: a copy.
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
