import { defineKernel, read, write } from '../../kernel.ts';
import { STATUS } from './status.ts';

/** p ← S P⁻¹ r + β p, [HAN15] Alg. 1 line 12. */
export const mcgDirection = defineKernel({
  name: 'mcgDirection',
  over: 'particles',
  buffers: {
    conditioned: read('f64', 'coordinates'),
    status: read('f64', 'mcgStatus'),
    direction: write('f64', 'coordinates'),
  },
  scalars: {},
  reference: ({ conditioned, status, direction }, first, end) => {
    for (let c = 3 * first; c < 3 * end; c++)
      direction[c] = conditioned[c] + status[STATUS.beta] * direction[c];
  },
});
