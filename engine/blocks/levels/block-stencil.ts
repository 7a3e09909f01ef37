import { defineKernel, read, write } from '../../kernel.ts';
import { NO_ENTRY } from '../geometry.ts';

/** Weights of a coarse level's rows into blocks, after `coarsen`: 0 where there is no entry. No paper: it changes the layout. */
export const blockStencil = defineKernel({
  name: 'blockStencil',
  over: 'blockEights',
  buffers: {
    blockEntries: read('u32', 'blockEights', { indexes: 'entries' }),
    weights: read('real', 'entries'),
    blockWeights: write('real', 'blockEights'),
  },
  scalars: {},
  reference: ({ blockEntries, weights, blockWeights }, first, end) => {
    for (let k = first; k < end; k++)
      blockWeights[k] = blockEntries[k] === NO_ENTRY ? 0 : weights[blockEntries[k]];
  },
});
