import { defineKernel, read, write } from '../../../kernel.ts';

/**
 * The second loop of the two-loop recursion (Nocedal, Wright: Numerical Optimization, Alg. 7.4): from r = A⁻¹ q, for the
 * pairs from the oldest on, β = yᵀr / yᵀs, r ← r + (α − β) s. −r is then the direction to search along.
 * [LBK17] Alg. 1 puts the recursion around the matrix of the global step.
 */
export const refine = defineKernel({
  name: 'refine',
  over: 'particles',
  serial: true,
  buffers: {
    direction: write('vec4', 'particles'),
    steps: read('vec4', 'history'),
    changes: read('vec4', 'history'),
    curvatures: read('f64', 'pairs'),
    shares: read('f64', 'pairs'),
    kept: read('u32', 'one'),
  },
  scalars: { window: 'u32' },
  reference: ({ direction, steps, changes, curvatures, shares, kept, window }, _first, end) => {
    const size = 4 * end;
    for (let pair = Math.max(0, kept[0] - window); pair < kept[0]; pair++) {
      const slot = pair % window;
      let product = 0;
      for (let k = 0; k < size; k++) product += changes[size * slot + k] * direction[k];
      const share = shares[slot] - product / curvatures[slot];
      for (let k = 0; k < size; k++) direction[k] += share * steps[size * slot + k];
    }
  },
});
