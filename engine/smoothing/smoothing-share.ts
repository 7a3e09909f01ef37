import { defineKernel, read, write } from '../kernel.ts';
import wgsl from './smoothing-share.wgsl?raw';

/**
 * Half the mass a particle has for each of its springs, m_i/2n_i in kg; 0 where it is pinned or has none. Runs when masses, pins or springs
 * change.
 * No paper: README.md derives it.
 */
export const smoothingShare = defineKernel({
  name: 'smoothingShare',
  over: 'particles',
  buffers: {
    masses: read('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
    springs: read('vec2', 'springs'),
    massShares: write('real', 'particles'),
  },
  scalars: { entries: 'u32' },
  reference: ({ masses, neighbours, springOf, springs, massShares, entries }, first, end) => {
    for (let i = first; i < end; i++) {
      let n = 0;
      for (let e = neighbours[entries + i]; e < neighbours[entries + i + 1]; e++)
        if (neighbours[e] !== i && springs[2 * springOf[e] + 1] !== 0) n++;
      massShares[i] = n === 0 || masses[4 * i + 1] === 0 ? 0 : masses[4 * i] / (2 * n);
    }
  },
  wgsl,
});
