import { BLOCK, defineKernel, read, write } from '../../kernel.ts';
import lanesWgsl from '../../lanes.wgsl?raw';
import wgsl from './sum-bins.wgsl?raw';

/** Number of particles in a block of bins. [NP17] 3.4: particles sorted by cell. */
export const sumBins = defineKernel({
  name: 'sumBins',
  over: 'binBlocks',
  buffers: { counts: read('u32', 'bins'), binSums: write('u32', 'binBlocks') },
  scalars: {},
  reference: ({ counts, binSums }, first, end) => {
    for (let block = first; block < end; block++)
      binSums[block] = counts
        .subarray(block * BLOCK, (block + 1) * BLOCK)
        .reduce((sum, count) => sum + count, 0);
  },
  lanes: BLOCK,
  wgsl: lanesWgsl + wgsl,
});
