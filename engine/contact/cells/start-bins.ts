import { BLOCK, defineKernel, read, write } from '../../kernel.ts';
import lanesWgsl from '../../lanes.wgsl?raw';
import wgsl from './start-bins.wgsl?raw';

/**
 * From the counts per bin and per block of bins: where the particles of each bin begin, and those of the last end. Clears the counts for the next step.
 * [NP17] 3.4: particles sorted by cell.
 */
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
    let before = binSums.subarray(0, first).reduce((sum, count) => sum + count, 0);
    for (let k = first * BLOCK; k < end * BLOCK; k++) {
      before += counts[k];
      starts[k + 1] = before;
      counts[k] = 0;
    }
  },
  lanes: BLOCK,
  wgsl: lanesWgsl + wgsl,
});
