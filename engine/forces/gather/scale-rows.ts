import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './scale-rows.wgsl?raw';

/**
 * What `gather` multiplies by, as `weigh` has it: ω/a_i, a_i = m_i/h² + Σ_j s_ij, and 0 for a pin. With `divided` 0 it is 1 for what
 * moves, for a method whose rows are not divided by their diagonal. Runs when `weigh` does.
 * ω over the denominator of [PNF18] Eq. (6).
 */
export const scaleRows = defineKernel({
  name: 'scaleRows',
  over: 'particles',
  buffers: {
    masses: read('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
    springs: read('vec2', 'springs'),
    scales: write('real', 'particles'),
  },
  scalars: { entries: 'u32', inertia: 'real', omega: 'real', divided: 'u32' },
  reference: (args, first, end) => {
    const { masses, neighbours, springOf, springs, scales, entries, inertia, omega, divided } = args;
    for (let i = first; i < end; i++) {
      let a = inertia * masses[4 * i];
      for (let e = neighbours[entries + i]; e < neighbours[entries + i + 1]; e++)
        if (neighbours[e] !== i) a += springs[2 * springOf[e] + 1];
      const share = divided ? (a === 0 ? 0 : omega / a) : 1;
      scales[i] = masses[4 * i + 1] === 0 ? 0 : share;
    }
  },
  wgsl,
});
