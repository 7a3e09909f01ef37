import { defineKernel, write } from '../../kernel.ts';
import wgsl from './scan-bins.wgsl?raw';

/** From how many there are in each block to how many there are before it. */
export const scanBins = defineKernel({
  name: 'scanBins',
  over: 'one',
  buffers: { binSums: write('u32', 'binBlocks') },
  scalars: { blocks: 'u32' },
  reference: ({ binSums, blocks }) => {
    let before = 0;
    for (let block = 0; block < blocks; block++) {
      const sum = binSums[block];
      binSums[block] = before;
      before += sum;
    }
  },
  wgsl,
});
