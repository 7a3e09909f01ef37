import { defineKernel, read, write } from '../../kernel.ts';
import { aim, dot, extend, hooke } from './hooke.ts';
import { OUTCOME, STATUS } from './status.ts';

/** Four times what float64 rounds by: as far as a difference of two corrections may be off. */
const ROUNDING = 2 ** -51;

/** Metres that a particle without springs may be away from where it flies. */
const FLYING = 1e-12;

/**
 * The gradient of what a step minimises, [LBOK13] Eq. (8) divided by h², and whether it is small enough:
 *   ∇g_i = m_i/h² δ_i + Σ_j s_ij (e_ij − L_ij n_ij),   0 at pins.
 * A particle's sum is the inertia first, then its springs by their number.
 *
 * Converged is |∇g_i| ≤ tolerance · S_i for every particle, S_i = Σ_j s_ij max(L_ij, |e_ij|): the force that its springs
 * would have if pressed to nothing (or have, if stretched to more than twice). It does not depend on how good the start
 * was, so that a start at the solution needs no iteration; stiff and soft parts are measured each by its own; and the
 * rounding of e, some ulps of L, makes a gradient of some ulps of S_i, so that a tolerance well above 1e-16 can be met
 * whatever the masses and the time step. Where δ is so much longer than L that its own rounding is more than the
 * tolerance, which takes time steps as long as a second, that rounding counts: |∇g_i| ≤ ROUNDING Σ_j s_ij |δ|.
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
    status: write('f64', 'newtonStatus'),
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
    let [residual, largest, squares] = [0, 0, 0];
    for (let i = 0; i < particles; i++) {
      if (masses[4 * i + 1] === 0) gradient.fill(0, 3 * i, 3 * i + 3);
      const square = dot(gradient.subarray(3 * i, 3 * i + 3), gradient.subarray(3 * i, 3 * i + 3));
      const size = Math.sqrt(square);
      squares += square;
      largest = Math.max(largest, size);
      if (scales[i] > 0) residual = Math.max(residual, size / scales[i]);
      // Without springs a particle flies: any correction is too much.
      else if (largestOf(i) > FLYING) residual = Math.max(residual, 1);
    }
    status[STATUS.residual] = residual;
    status[STATUS.gradient] = largest;
    status[STATUS.norm] = Math.sqrt(squares);
    if (status[STATUS.iterations] === 0) status[STATUS.firstNorm] = status[STATUS.norm];
    const converged = residual <= tolerance;
    status[STATUS.outcome] = converged ? OUTCOME.converged : OUTCOME.running;
    status[STATUS.due] = converged ? 0 : 1;
    status[STATUS.corrected] = 0;
  },
});
