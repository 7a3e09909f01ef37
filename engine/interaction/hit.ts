import { defineKernel, read, write } from '../kernel.ts';
import wgsl from './hit.wgsl?raw';

/**
 * The row with the least first number, the first one in a tie, and the position of its particle.
 * [NP17] 5.3.8: only the closest is picked.
 */
export const hit = defineKernel({
  name: 'hit',
  over: 'one',
  buffers: {
    aims: read('vec4', 'particleBlocks'),
    x: read('vec4', 'particles'),
    picked: write('vec4', 'picked'),
  },
  scalars: { particleBlocks: 'u32' },
  reference: ({ aims, x, picked, particleBlocks }) => {
    let best = 0;
    for (let block = 1; block < particleBlocks; block++) if (aims[4 * block] < aims[4 * best]) best = block;
    picked.set(aims.subarray(4 * best, 4 * best + 4));
    const slot = 4 * picked[1];
    picked.set(x.subarray(slot, slot + 4), 4);
  },
  wgsl,
});
