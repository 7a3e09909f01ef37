import { defineKernel, read, write } from '../kernel.ts';
import wgsl from './fold.wgsl?raw';

/**
 * Folds the blocks' sums, in order, into one row each: springs [error, strain, max strain, energy], count, particles.
 * No paper: it adds.
 */
export const fold = defineKernel({
  name: 'fold',
  over: 'one',
  buffers: {
    springTotals: read('vec4', 'springBlocks'),
    springCounts: read('real', 'springBlocks'),
    particleTotals: read('vec4', 'particleBlocks'),
    springTotal: write('vec4', 'one'),
    springCount: write('real', 'one'),
    particleTotal: write('vec4', 'one'),
  },
  scalars: { springBlocks: 'u32', particleBlocks: 'u32' },
  reference: (args) => {
    const { springTotals, springCounts, particleTotals, springTotal, springCount, particleTotal } = args;
    springTotal.fill(0);
    particleTotal.fill(0);
    springCount[0] = 0;
    for (let block = 0; block < args.springBlocks; block++) {
      for (let c = 0; c < 4; c++) {
        const value = springTotals[4 * block + c];
        springTotal[c] = c === 2 ? Math.max(springTotal[c], value) : springTotal[c] + value;
      }
      springCount[0] += springCounts[block];
    }
    for (let block = 0; block < args.particleBlocks; block++) {
      for (let c = 0; c < 4; c++) particleTotal[c] += particleTotals[4 * block + c];
    }
  },
  wgsl,
});
