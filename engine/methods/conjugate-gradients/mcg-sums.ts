import { BLOCK, defineKernel, read, write } from '../../kernel.ts';

/** The products of [HAN15] Alg. 1 lines 3, 4, 7 and 11, over blocks of particles, in fixed order: [Σ a·b, Σ b·b], float64. */
export const mcgSums = defineKernel({
  name: 'mcgSums',
  over: 'particleBlocks',
  buffers: {
    a: read('f64', 'coordinates'),
    b: read('f64', 'coordinates'),
    sums: write('f64', 'mcgSums'),
  },
  scalars: { particles: 'u32' },
  reference: ({ a, b, sums, particles }, first, end) => {
    for (let block = first; block < end; block++) {
      let [product, squares] = [0, 0];
      for (let c = 3 * block * BLOCK; c < 3 * Math.min(particles, (block + 1) * BLOCK); c++) {
        product += a[c] * b[c];
        squares += b[c] * b[c];
      }
      sums.set([product, squares], 2 * block);
    }
  },
});
