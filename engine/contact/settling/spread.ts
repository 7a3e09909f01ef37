import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './spread.wgsl?raw';

/**
 * Marks the particles that are reached, and those that a spring joins to one. Rows are a multiple of four long; an empty entry names its own particle.
 * No paper: it marks neighbours.
 */
export const spread = defineKernel({
  name: 'spread',
  over: 'particles',
  buffers: {
    reached: read('u32', 'particles'),
    next: write('u32', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
  },
  scalars: { entries: 'u32' },
  reference: ({ reached, next, neighbours, entries }, first, end) => {
    for (let i = first; i < end; i++) {
      next[i] = reached[i];
      for (let e = neighbours[entries + i]; e < neighbours[entries + i + 1]; e++)
        next[i] |= reached[neighbours[e]];
    }
  },
  wgsl,
});
