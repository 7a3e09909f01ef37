import { BLOCK, defineKernel, read, write } from '../../kernel.ts';
import wgsl from './start-bins.wgsl?raw';

/** Where the particles of each bin begin, and of the last one end; the counts are cleared for the next step. */
export const startBins = defineKernel({
  name: 'startBins',
  over: 'binBlocks',
  buffers: {
    binSums: read('u32', 'binBlocks'),
    counts: write('u32', 'bins'),
    starts: write('u32', 'binStarts'),
  },
  scalars: {},
  reference: ({ binSums, counts, starts }, first, end) => {
    for (let block = first; block < end; block++) {
      let before = binSums[block];
      for (let k = block * BLOCK; k < (block + 1) * BLOCK; k++) {
        before += counts[k];
        starts[k + 1] = before;
        counts[k] = 0;
      }
    }
  },
  wgsl,
});
