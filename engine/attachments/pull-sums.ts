import { BLOCK, defineKernel, read, write } from '../kernel.ts';
import wgsl from './pull-sums.wgsl?raw';

/**
 * The generalised force of a mode, f_m = Σ_i φ_mi r_i, in partial sums: item m · blocks + b is mode m's sum over the b-th `BLOCK` of particles.
 * No paper: README.md derives it.
 */
export const pullSums = defineKernel({
  name: 'pullSums',
  over: 'modeBlocks',
  buffers: {
    modes: read('real', 'modes'),
    pulls: read('vec4', 'particles'),
    modePulls: write('vec4', 'modeBlocks'),
  },
  scalars: { count: 'u32', blocks: 'u32' },
  reference: ({ modes, pulls, modePulls, count, blocks }, first, end) => {
    for (let k = first; k < end; k++) {
      const [m, b] = [Math.floor(k / blocks), k % blocks];
      const sum = [0, 0, 0, 0];
      for (let i = BLOCK * b; i < Math.min(count, BLOCK * (b + 1)); i++) {
        for (let c = 0; c < 3; c++) sum[c] += modes[m * count + i] * pulls[4 * i + c];
      }
      modePulls.set(sum, 4 * k);
    }
  },
  wgsl,
});
