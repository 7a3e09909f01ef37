import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './weigh.wgsl?raw';

/**
 * The global step's row of particle i, [PNF18] Eq. (6), divided by its diagonal:
 *   a_i = m_i/h² + Σ_j s_ij,   weight_ij = ω s_ij / a_i
 * `inertia` is 1/h², or 0 where integration is off. Pinned rows and empty entries (the particle itself) weigh 0.
 * Runs when stiffness, masses, pins, the time step or ω change, not in the step.
 */
export const weigh = defineKernel({
  name: 'weigh',
  over: 'particles',
  buffers: {
    masses: read('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
    springs: read('vec2', 'springs'),
    weights: write('real', 'entries'),
  },
  scalars: { entries: 'u32', inertia: 'real', omega: 'real' },
  reference: ({ masses, neighbours, springOf, springs, weights, entries, inertia, omega }, first, end) => {
    for (let i = first; i < end; i++) {
      const [mass, inverseMass] = [masses[4 * i], masses[4 * i + 1]];
      let a = inertia * mass;
      for (let e = neighbours[entries + i]; e < neighbours[entries + i + 1]; e++) {
        if (neighbours[e] !== i) a += springs[2 * springOf[e] + 1];
      }
      const scale = inverseMass === 0 || a === 0 ? 0 : omega / a;
      for (let e = neighbours[entries + i]; e < neighbours[entries + i + 1]; e++) {
        weights[e] = neighbours[e] === i ? 0 : scale * springs[2 * springOf[e] + 1];
      }
    }
  },
  wgsl,
});
