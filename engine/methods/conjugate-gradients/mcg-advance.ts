import { defineKernel, read, write } from '../../kernel.ts';
import { solveBlock } from './diagonal-block.ts';
import { filter } from './filter.ts';
import { STATUS } from './status.ts';

/** δ ← δ + α p,  r ← r − α s,  [HAN15] Alg. 1 lines 8 and 9; and S P⁻¹ r, for the next direction. */
export const mcgAdvance = defineKernel({
  name: 'mcgAdvance',
  over: 'particles',
  buffers: {
    masses: read('vec4', 'particles'),
    filters: read('vec4', 'particles'),
    blocks: read('f64', 'blocks'),
    direction: read('f64', 'coordinates'),
    product: read('f64', 'coordinates'),
    status: read('f64', 'mcgStatus'),
    solution: write('f64', 'coordinates'),
    residue: write('f64', 'coordinates'),
    conditioned: write('f64', 'coordinates'),
  },
  scalars: { preconditioned: 'u32' },
  reference: (args, first, end) => {
    const { masses, filters, blocks, direction, product, status, solution, residue, conditioned } = args;
    const alpha = status[STATUS.alpha];
    for (let i = first; i < end; i++) {
      for (let c = 3 * i; c < 3 * i + 3; c++) {
        solution[c] += alpha * direction[c];
        residue[c] -= alpha * product[c];
        conditioned[c] = residue[c];
      }
      if (args.preconditioned) solveBlock(blocks, residue, conditioned, i);
      filter(masses, filters, conditioned, i);
    }
  },
});
