import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './spread.wgsl?raw';

/** Marks the particles that are reached, and those that a spring joins to one. Rows are a multiple of four wide; an empty entry names its own particle. */
export const spread = defineKernel({
  name: 'spread',
  over: 'particles',
  buffers: {
    reached: read('u32', 'particles'),
    next: write('u32', 'particles'),
    neighbours: read('u32', 'entries', { indexes: 'particles' }),
  },
  scalars: { width: 'u32' },
  reference: ({ reached, next, neighbours, width }, first, end) => {
    for (let i = first; i < end; i++) {
      next[i] = reached[i];
      for (let entry = i * width; entry < (i + 1) * width; entry++) next[i] |= reached[neighbours[entry]];
    }
  },
  wgsl,
});
