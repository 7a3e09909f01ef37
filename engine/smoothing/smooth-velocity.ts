import { defineKernel, read, write } from '../kernel.ts';
import wgsl from './smooth-velocity.wgsl?raw';

/**
 * A low-pass filter of velocities over the neighbours of a particle, as [NP17] Ch. 9 suggests against wrinkles:
 *   ṽ_i = v_i + α w_i Σ_j c_ij (v_j - v_i),   c_ij = min(m_i/2n_i, m_j/2n_j)
 * c_ij = c_ji, so that what one end gains the other loses: momentum is conserved. Σ_j c_ij ≤ m_i/2, so that no wave overshoots for
 * α ≤ 1; where all particles are alike, ṽ_i is v_i blended with the mean of its neighbours, half and half at α = 1. Pins take no part.
 */
export const smoothVelocity = defineKernel({
  name: 'smoothVelocity',
  over: 'particles',
  buffers: {
    v: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    massShares: read('real', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
    springs: read('vec2', 'springs'),
    smoothed: write('vec4', 'particles'),
  },
  scalars: { entries: 'u32', blend: 'real' },
  reference: (
    { v, masses, massShares, neighbours, springOf, springs, smoothed, entries, blend },
    first,
    end,
  ) => {
    for (let i = first; i < end; i++) {
      const sum = [0, 0, 0];
      for (let e = neighbours[entries + i]; e < neighbours[entries + i + 1]; e++) {
        const j = neighbours[e];
        if (j === i || springs[2 * springOf[e] + 1] === 0) continue;
        const coupling = Math.min(massShares[i], massShares[j]);
        for (let c = 0; c < 3; c++) sum[c] += coupling * (v[4 * j + c] - v[4 * i + c]);
      }
      const scale = blend * masses[4 * i + 1];
      for (let c = 0; c < 3; c++) smoothed[4 * i + c] = v[4 * i + c] + scale * sum[c];
      smoothed[4 * i + 3] = v[4 * i + 3];
    }
  },
  wgsl,
});
