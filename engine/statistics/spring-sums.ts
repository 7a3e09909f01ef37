import { BLOCK, defineKernel, read, write } from '../kernel.ts';
import wgsl from './spring-sums.wgsl?raw';

/**
 * Sums over one block of springs: [Σ(|e|-L)² of [PNF18] Eq. (7), Σ strain, max strain, Σ ½k(|e|-L)²], and how many.
 * Strain is | |e|/L - 1 |. A spring with stiffness 0 is torn and does not count, nor does one with L = 0 for strain.
 */
export const springSums = defineKernel({
  name: 'springSums',
  over: 'springBlocks',
  buffers: {
    x: read('vec4', 'particles'),
    ends: read('uvec2', 'springs', { indexes: 'particles' }),
    springs: read('vec2', 'springs'),
    springTotals: write('vec4', 'springBlocks'),
    springCounts: write('real', 'springBlocks'),
  },
  scalars: { count: 'u32' },
  reference: ({ x, ends, springs, springTotals, springCounts, count }, first, end) => {
    for (let block = first; block < end; block++) {
      let [error, strainSum, strainMax, energy, n] = [0, 0, 0, 0, 0];
      for (let s = block * BLOCK; s < Math.min(count, (block + 1) * BLOCK); s++) {
        const [i, j] = [4 * ends[2 * s], 4 * ends[2 * s + 1]];
        const [rest, stiffness] = [springs[2 * s], springs[2 * s + 1]];
        if (stiffness === 0) continue;
        const stretch = Math.hypot(x[i] - x[j], x[i + 1] - x[j + 1], x[i + 2] - x[j + 2]) - rest;
        const strain = rest > 0 ? Math.abs(stretch / rest) : 0;
        error += stretch * stretch;
        strainSum += strain;
        strainMax = Math.max(strainMax, strain);
        energy += 0.5 * stiffness * stretch * stretch;
        n++;
      }
      springTotals.set([error, strainSum, strainMax, energy], 4 * block);
      springCounts[block] = n;
    }
  },
  wgsl,
});
