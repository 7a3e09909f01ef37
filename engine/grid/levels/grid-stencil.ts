import { defineKernel, read, write } from '../../kernel.ts';
import { NO_ENTRY } from '../geometry.ts';

/** Weights of a coarse level's rows into blocks, after `coarsen`: 0 where there is no entry. */
export const gridStencil = defineKernel({
  name: 'gridStencil',
  over: 'gridEights',
  buffers: {
    gridEntries: read('u32', 'gridEights', { indexes: 'entries' }),
    weights: read('real', 'entries'),
    gridWeights: write('real', 'gridEights'),
  },
  scalars: {},
  reference: ({ gridEntries, weights, gridWeights }, first, end) => {
    for (let k = first; k < end; k++)
      gridWeights[k] = gridEntries[k] === NO_ENTRY ? 0 : weights[gridEntries[k]];
  },
});
