import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './xpbd-share.wgsl?raw';

/**
 * What the springs of a particle weigh together: its inverse mass times how many there are, n_i w_i in 1/kg. With n_a w_a + n_b w_b in
 * place of w_a + w_b, springs solved all at once never overshoot: README.md. Runs when pins, masses or springs change.
 * [TBV12] mass splitting.
 */
export const xpbdShare = defineKernel({
  name: 'xpbdShare',
  over: 'particles',
  buffers: {
    masses: read('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
    springs: read('vec2', 'springs'),
    shares: write('real', 'particles'),
  },
  scalars: { entries: 'u32' },
  reference: ({ masses, neighbours, springOf, springs, shares, entries }, first, end) => {
    for (let i = first; i < end; i++) {
      let n = 0;
      for (let e = neighbours[entries + i]; e < neighbours[entries + i + 1]; e++)
        if (neighbours[e] !== i && springs[2 * springOf[e] + 1] > 0) n++;
      shares[i] = n * masses[4 * i + 1];
    }
  },
  wgsl,
});
