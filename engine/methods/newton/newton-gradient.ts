import { defineKernel, read, write } from '../../kernel.ts';
import { aim, dot, extend, hooke } from './hooke.ts';
import { OUTCOME, STATUS } from './status.ts';

/** Four times what float64 rounds by: as far as a difference of two corrections may be off. */
export const ROUNDING = 2 ** -51;

/**
 * The gradient of what a step minimises, [LBOK13] Eq. (8) divided by h², but for what elements add to it (add-pulls.ts):
 *   ∇g_i = m_i/h² δ_i + Σ_j s_ij (e_ij − L_ij n_ij)
 * A particle's sum is the inertia first, then its springs by their number. And S_i = Σ_j s_ij max(L_ij, |e_ij|, ROUNDING/tolerance |δ|),
 * which newton-measure.ts measures it by.
 */
export const newtonGradient = defineKernel({
  name: 'newtonGradient',
  over: 'springs',
  serial: true,
  buffers: {
    x: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    ends: read('uvec2', 'springs', { indexes: 'particles' }),
    springs: read('vec2', 'springs'),
    correction: read('f64', 'coordinates'),
    gradient: write('f64', 'coordinates'),
    scales: write('f64', 'particles'),
    status: read('f64', 'newtonStatus'),
  },
  scalars: { particles: 'u32', inertia: 'real', tolerance: 'real' },
  reference: (args, first, end) => {
    const { x, masses, ends, springs, correction, gradient, scales, status } = args;
    const { particles, inertia, tolerance } = args;
    if (status[STATUS.outcome] !== OUTCOME.running) return;
    const { e, n } = hooke();
    const rounding = ROUNDING / tolerance;
    const largestOf = (i: number) =>
      Math.max(Math.abs(correction[3 * i]), Math.abs(correction[3 * i + 1]), Math.abs(correction[3 * i + 2]));
    for (let i = 0; i < particles; i++) {
      scales[i] = 0;
      for (let c = 3 * i; c < 3 * i + 3; c++) gradient[c] = inertia * masses[4 * i] * correction[c];
    }
    for (let s = first; s < end; s++) {
      const [i, j, L, k] = [ends[2 * s], ends[2 * s + 1], springs[2 * s], springs[2 * s + 1]];
      extend(e, x, correction, i, j);
      aim(e, L, s, i, j, n);
      for (let c = 0; c < 3; c++) {
        const force = k * (e[c] - L * n[c]);
        gradient[3 * i + c] += force;
        gradient[3 * j + c] -= force;
      }
      const scale = k * Math.max(L, Math.sqrt(dot(e, e)), rounding * Math.max(largestOf(i), largestOf(j)));
      scales[i] += scale;
      scales[j] += scale;
    }
  },
});
