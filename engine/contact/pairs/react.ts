import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './react.wgsl?raw';

/** Adds up what all blocks do to a ball, in order, and moves it; with `share` 0 it is only told how many contacts it has. */
export const react = defineKernel({
  name: 'react',
  over: 'balls',
  buffers: {
    reactionSums: read('vec4', 'reactions'),
    ballSlots: read('u32', 'balls', { indexes: 'particles' }),
    masses: read('vec4', 'particles'),
    next: write('vec4', 'particles'),
  },
  scalars: { blocks: 'u32', balls: 'u32', share: 'real' },
  reference: ({ reactionSums, ballSlots, masses, next, blocks, balls, share }, first, end) => {
    for (let ball = first; ball < end; ball++) {
      const sums = [0, 0, 0, 0];
      for (let block = 0; block < blocks; block++)
        for (let c = 0; c < 4; c++) sums[c] += reactionSums[4 * (block * balls + ball) + c];
      const slot = 4 * ballSlots[ball];
      for (let c = 0; c < 3; c++) next[slot + c] += share * masses[slot + 1] * sums[c];
      next[slot + 3] += sums[3];
    }
  },
  wgsl,
});
