import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './diagonals.wgsl?raw';

/**
 * The diagonal that `weigh` divides the finest rows by, a_i = m_i/h² + Σ_j s_ij; 0 where a particle is pinned. With a
 * diagonal of 0 a point has no residual, takes no correction and is left out of the coarse operators. `changed` is 1 if
 * it differs from the previous one.
 * The denominator of [PNF18] Eq. (6).
 */
export const diagonals = defineKernel({
  name: 'diagonals',
  over: 'particles',
  buffers: {
    masses: read('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
    springs: read('vec2', 'springs'),
    diagonal: write('real', 'particles'),
    changed: write('u32', 'particles'),
  },
  scalars: { entries: 'u32', inertia: 'real' },
  reference: (args, first, end) => {
    const { masses, neighbours, springOf, springs, diagonal, changed, entries, inertia } = args;
    for (let i = first; i < end; i++) {
      let a = inertia * masses[4 * i];
      for (let e = neighbours[entries + i]; e < neighbours[entries + i + 1]; e++) {
        if (neighbours[e] !== i) a += springs[2 * springOf[e] + 1];
      }
      const value = masses[4 * i + 1] === 0 ? 0 : a;
      changed[i] = Number(value !== diagonal[i]);
      diagonal[i] = value;
    }
  },
  wgsl,
});
