import { BLOCK, defineKernel, read, write } from '../../../kernel.ts';
import wgsl from './imbalance-sums.wgsl?raw';

/** Sums over one block of particles: [Σ |r|², Σ of the squared rounding errors, 0, 0], N². |∇g|² of [LBOK13] Eq. (8). */
export const imbalanceSums = defineKernel({
  name: 'imbalanceSums',
  over: 'blocks',
  buffers: {
    force: read('vec4', 'particles'),
    sums: write('vec4', 'blocks'),
  },
  scalars: { count: 'u32' },
  reference: ({ force, sums, count }, first, end) => {
    for (let block = first; block < end; block++) {
      let [squares, rounding] = [0, 0];
      for (let k = 4 * block * BLOCK; k < 4 * Math.min(count, (block + 1) * BLOCK); k++) {
        if (k % 4 === 3) rounding += force[k] * force[k];
        else squares += force[k] * force[k];
      }
      sums.set([squares, rounding, 0, 0], 4 * block);
    }
  },
  wgsl,
});
