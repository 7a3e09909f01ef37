import { defineKernel, read, write } from '../kernel.ts';
import wgsl from './carry.wgsl?raw';

/** Moves every particle by the modes: δ_i += Σ_m φ_mi z_m. No paper: README.md derives it. */
export const carry = defineKernel({
  name: 'carry',
  over: 'particles',
  buffers: {
    delta: write('vec4', 'particles'),
    modes: read('real', 'modes'),
    travel: read('vec4', 'travel'),
  },
  scalars: { count: 'u32', movers: 'u32' },
  reference: ({ delta, modes, travel, count, movers }, first, end) => {
    for (let i = first; i < end; i++) {
      for (let c = 0; c < 3; c++) {
        for (let m = 0; m < movers; m++) delta[4 * i + c] += modes[m * count + i] * travel[4 * m + c];
      }
    }
  },
  wgsl,
});
