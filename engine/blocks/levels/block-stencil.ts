import { defineKernel, read, write } from '../../kernel.ts';
import { NO_ENTRY } from '../geometry.ts';

/** Copies the weights of a coarse level's rows into blocks, after `coarsen`: 0 where a row has no such entry. No paper: a copy. */
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
