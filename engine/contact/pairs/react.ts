import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './react.wgsl?raw';

/** Adds up what all blocks do to a ball, in order, and moves it by `share` of that; `counted` of the contacts come to share its mass. */
export const react = defineKernel({
  name: 'react',
  over: 'balls',
  buffers: {
    reactionSums: read('vec4', 'reactions'),
    ballSlots: read('u32', 'balls', { indexes: 'particles' }),
    masses: read('vec4', 'particles'),
    next: write('vec4', 'particles'),
    free: write('vec4', 'fates'),
  },
  scalars: { blocks: 'u32', balls: 'u32', share: 'real', counted: 'real', particles: 'u32', ahead: 'real' },
  reference: (args, first, end) => {
    const { reactionSums, ballSlots, masses, next, free, blocks, balls, share, counted, particles, ahead } =
      args;
    for (let ball = first; ball < end; ball++) {
      const sums = [0, 0, 0, 0];
      for (let block = 0; block < blocks; block++)
        for (let c = 0; c < 4; c++) sums[c] += reactionSums[4 * (block * balls + ball) + c];
      const slot = 4 * ballSlots[ball];
      for (let c = 0; c < 3; c++) {
        const moved = share * masses[slot + 1] * sums[c];
        free[4 * particles + slot + c] += moved;
        next[slot + c] += (1 + ahead) * moved;
      }
      next[slot + 3] += counted * masses[slot + 1] * sums[3];
    }
  },
  wgsl,
});
