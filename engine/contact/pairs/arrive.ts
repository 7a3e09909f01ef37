import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './arrive.wgsl?raw';

/** After the rounds: what contact added to a particle's way goes into δ. */
export const arrive = defineKernel({
  name: 'arrive',
  over: 'particles',
  buffers: {
    free: read('vec4', 'fates'),
    delta: write('vec4', 'particles'),
  },
  scalars: { particles: 'u32' },
  reference: ({ free, delta, particles }, first, end) => {
    for (let i = first; i < end; i++)
      for (let c = 4 * i; c < 4 * i + 3; c++) delta[c] += free[4 * particles + c] - free[c];
  },
  wgsl,
});
