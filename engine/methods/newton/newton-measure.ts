import { defineKernel, read, write } from '../../kernel.ts';
import { dot } from './hooke.ts';
import { OUTCOME, STATUS } from './status.ts';

/** Metres that a particle without springs and elements may be away from where it flies. */
const FLYING = 1e-12;

/**
 * Whether the gradient is small enough. It is set to 0 at pins first.
 *
 * Converged is |∇g_i| ≤ tolerance · S_i for every particle, S_i = Σ_j s_ij max(L_ij, |e_ij|): the force that its springs
 * would have if pressed to nothing (or have, if stretched to more than twice), and its elements alike. It does not depend on how good
 * the start was, so that a start at the solution needs no iteration; stiff and soft parts are measured each by its own; and the
 * rounding of e, some ulps of L, makes a gradient of some ulps of S_i, so that a tolerance well above 1e-16 can be met
 * whatever the masses and the time step. Where δ is so much longer than L that its own rounding is more than the
 * tolerance, which takes time steps as long as a second, that rounding counts: |∇g_i| ≤ ROUNDING Σ_j s_ij |δ|.
 * No paper: README.md says when it ends.
 */
export const newtonMeasure = defineKernel({
  name: 'newtonMeasure',
  over: 'particles',
  serial: true,
  buffers: {
    masses: read('vec4', 'particles'),
    correction: read('f64', 'coordinates'),
    scales: read('f64', 'particles'),
    gradient: write('f64', 'coordinates'),
    /** The part of the direction that the line search tries first. */
    lengths: write('f64', 'lengths'),
    /** Whether that search is over, and whether the whole solve is. */
    searched: write('u32', 'one'),
    ended: write('u32', 'one'),
    status: write('f64', 'newtonStatus'),
  },
  scalars: { tolerance: 'real' },
  reference: (args, first, end) => {
    const { masses, correction, scales, gradient, lengths, searched, ended, status, tolerance } = args;
    if (status[STATUS.outcome] !== OUTCOME.running) return;
    const largestOf = (i: number) =>
      Math.max(Math.abs(correction[3 * i]), Math.abs(correction[3 * i + 1]), Math.abs(correction[3 * i + 2]));
    let [residual, largest, squares] = [0, 0, 0];
    for (let i = first; i < end; i++) {
      if (masses[4 * i + 1] === 0) gradient.fill(0, 3 * i, 3 * i + 3);
      const square = dot(gradient.subarray(3 * i, 3 * i + 3), gradient.subarray(3 * i, 3 * i + 3));
      const size = Math.sqrt(square);
      squares += square;
      largest = Math.max(largest, size);
      if (scales[i] > 0) residual = Math.max(residual, size / scales[i]);
      // Without springs and elements a particle flies: any correction is too much.
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
    lengths[0] = 1;
    searched[0] = converged ? 1 : 0;
    ended[0] = converged ? 1 : 0;
  },
});
