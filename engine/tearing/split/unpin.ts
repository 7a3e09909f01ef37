import { defineKernel, write } from '../../kernel.ts';
import wgsl from './unpin.wgsl?raw';

/**
 * Frees particles that may split, whose mass is in the state alone: a split one has only a part of it. A spare without mass keeps the inverse mass 0.
 * No paper: it restores an inverse mass.
 */
export const unpin = defineKernel({
  name: 'unpin',
  over: 'particles',
  buffers: { masses: write('vec4', 'particles') },
  scalars: {},
  reference: ({ masses }, first, end) => {
    for (let i = 4 * first; i < 4 * end; i += 4) masses[i + 1] = masses[i] > 0 ? 1 / masses[i] : 0;
  },
  wgsl,
});
