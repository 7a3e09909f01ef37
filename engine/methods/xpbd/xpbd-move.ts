import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './xpbd-move.wgsl?raw';

/**
 * What all springs of a particle move it by, [MMC16] Eq. (17): δ_i += w_i Σ ±Δλ n, + at the end of the lower slot.
 * Gathered in the order of its row, so that the result does not depend on the order of threads.
 */
export const xpbdMove = defineKernel({
  name: 'xpbdMove',
  over: 'particles',
  buffers: {
    masses: read('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
    pushes: read('vec4', 'springs'),
    delta: write('vec4', 'particles'),
  },
  scalars: { entries: 'u32' },
  reference: ({ masses, neighbours, springOf, pushes, delta, entries }, first, end) => {
    for (let i = first; i < end; i++) {
      const w = masses[4 * i + 1];
      const sum = [0, 0, 0];
      for (let e = neighbours[entries + i]; e < neighbours[entries + i + 1]; e++) {
        const j = neighbours[e];
        if (j === i) continue;
        const sign = i < j ? 1 : -1;
        for (let c = 0; c < 3; c++) sum[c] += sign * pushes[4 * springOf[e] + c];
      }
      // [MMC16] Eq. (17).
      for (let c = 0; c < 3; c++) delta[4 * i + c] += w * sum[c];
      delta[4 * i + 3] = 0;
    }
  },
  wgsl,
});
