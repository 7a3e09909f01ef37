import { defineKernel, read, write } from '../../kernel.ts';
import { solveBlock } from './diagonal-block.ts';
import { filter } from './filter.ts';

/** r = b − A δ, [HAN15] Alg. 1 lines 1 and 2: p = S P⁻¹ r, P the diagonal blocks of A, or I. `product` has A δ, filtered as b is. */
export const mcgStart = defineKernel({
  name: 'mcgStart',
  over: 'particles',
  buffers: {
    masses: read('vec4', 'particles'),
    filters: read('vec4', 'particles'),
    blocks: read('f64', 'blocks'),
    right: read('f64', 'coordinates'),
    product: read('f64', 'coordinates'),
    residue: write('f64', 'coordinates'),
    conditioned: write('f64', 'coordinates'),
    direction: write('f64', 'coordinates'),
  },
  scalars: { preconditioned: 'u32' },
  reference: (args, first, end) => {
    const { masses, filters, blocks, right, product, residue, conditioned, direction } = args;
    for (let i = first; i < end; i++) {
      for (let c = 3 * i; c < 3 * i + 3; c++) {
        residue[c] = right[c] - product[c];
        conditioned[c] = residue[c];
      }
      if (args.preconditioned) solveBlock(blocks, residue, conditioned, i);
      filter(masses, filters, conditioned, i);
      for (let c = 3 * i; c < 3 * i + 3; c++) direction[c] = conditioned[c];
    }
  },
});
