import { BLOCK, defineKernel, read, write } from '../../../kernel.ts';
import wgsl from './conjugacy-sums.wgsl?raw';

/**
 * Sums over one block of particles: [sᵀr, sᵀr_before, p_beforeᵀr, 0], where s is the result of the cycle, in `delta`.
 * The products in β of [PR69].
 */
export const conjugacySums = defineKernel({
  name: 'conjugacySums',
  over: 'blocks',
  buffers: {
    delta: read('vec4', 'particles'),
    force: read('vec4', 'particles'),
    before: read('vec4', 'particles'),
    direction: read('vec4', 'particles'),
    sums: write('vec4', 'blocks'),
  },
  scalars: { count: 'u32' },
  reference: ({ delta, force, before, direction, sums, count }, first, end) => {
    for (let block = first; block < end; block++) {
      let [promise, shared, kept] = [0, 0, 0];
      for (let k = 4 * block * BLOCK; k < 4 * Math.min(count, (block + 1) * BLOCK); k++) {
        if (k % 4 === 3) continue;
        promise += delta[k] * force[k];
        shared += delta[k] * before[k];
        kept += direction[k] * force[k];
      }
      sums.set([promise, shared, kept, 0], 4 * block);
    }
  },
  wgsl,
});
