import { defineKernel, read, write } from '../../../kernel.ts';
import { restVector } from '../../spring.ts';
import spring from '../../spring.wgsl?raw';
import wgsl from './imbalance.wgsl?raw';

/** Unit roundoff of the numbers that the reference stores; 2⁻²⁴ in the other languages. */
const ROUNDING = 2 ** -53;

/**
 * The residual force of every particle, r = −∇g, newtons:
 *   r_i = −m_i/h² δ_i − Σ_j s_ij (e_ij − d_ij),   e_ij = (y_i − y_j) + (δ_i − δ_j),   d_ij = L_ij e_ij/|e_ij|,   0 at pins
 * and, as its fourth number, an estimate of its rounding error, u (½ Σ_j s_ij L_ij + ⅛ |y_i|∞ Σ_j s_ij). Measured in the Euclidean norm
 * over cloths, float32 arithmetic leaves 0.4 u Σ s L. Storing q = y + δ as float32 leaves 0.25 u |y|∞ Σ s, so that solving to less
 * than half of that would not change the stored state.
 * −∇g of [LBOK13] Eq. (8).
 */
export const imbalance = defineKernel({
  name: 'imbalance',
  over: 'particles',
  buffers: {
    x: read('vec4', 'particles'),
    iterate: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
    springs: read('vec2', 'springs'),
    force: write('vec4', 'particles'),
  },
  scalars: { entries: 'u32', inertia: 'real' },
  reference: ({ x, iterate, masses, neighbours, springOf, springs, force, entries, inertia }, first, end) => {
    const [e, d] = [new Float64Array(3), new Float64Array(3)];
    for (let i = first; i < end; i++) {
      force.fill(0, 4 * i, 4 * i + 4);
      if (masses[4 * i + 1] === 0) continue;
      const far = Math.max(...[0, 1, 2].map((c) => Math.abs(x[4 * i + c])));
      for (let c = 0; c < 3; c++) force[4 * i + c] = -inertia * masses[4 * i] * iterate[4 * i + c];
      for (let entry = neighbours[entries + i]; entry < neighbours[entries + i + 1]; entry++) {
        const [j, s] = [neighbours[entry], springOf[entry]];
        if (j === i) continue;
        for (let c = 0; c < 3; c++)
          e[c] = x[4 * i + c] - x[4 * j + c] + (iterate[4 * i + c] - iterate[4 * j + c]);
        restVector(e, springs[2 * s], s, i, j, d);
        for (let c = 0; c < 3; c++) force[4 * i + c] -= springs[2 * s + 1] * (e[c] - d[c]);
        force[4 * i + 3] += ROUNDING * springs[2 * s + 1] * (0.5 * springs[2 * s] + 0.125 * far);
      }
    }
  },
  wgsl: spring + wgsl,
});
