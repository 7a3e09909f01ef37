import { defineKernel, read, write } from '../../kernel.ts';
import { aim, dot, extend, hooke } from './hooke.ts';
import { OUTCOME, STATUS } from './status.ts';

/** Part of the decrease that the slope promises which a step must bring: Armijo's constant, as usual. */
export const ARMIJO = 1e-4;
/** A step of 2⁻⁶⁰ of the direction that still does not lower g will not either when it is shorter. */
export const HALVINGS = 60;

const SHORTEST = 2 ** -HALVINGS;

/**
 * δ ← δ + α p, with α the first of 1, ½, ¼ … for which  g(δ + αp) − g(δ) ≤ ARMIJO α ∇g·p:  g never rises.
 *
 * Near the solution g changes by less than it is rounded by. So g is never computed: with the slope taken out, what is left
 * of the difference is a sum of terms of second order, each accurate in itself,
 *   R(α) = g(δ + αp) − g(δ) − α ∇g·p = α²/(2h²) pᵀMp + Σ_s k (α²|d|²/2 − L T_s),   d = p_i − p_j,
 *   T_s = |e + αd| − |e| − α n·d = α² (|d|² − (2e·d + α|d|²)(n·d)/(r' + r)) / (r' + r),   r = |e|, r' = |e + αd|,
 * and the test is R(α) ≤ (ARMIJO − 1) α ∇g·p. Where the ends of the spring coincide, before or after, T_s is what its
 * definition says with ψ = n·e for |e| (hooke.ts).
 *
 * Of elements the same terms are in `energies`, for the first α in `lengths` (`rises` in forces/force.ts). So where there are elements a
 * call tries that one α, `tries` being 1, and leaves the next one there; without, a call tries them all. The search is over where
 * `searched` is 1.
 *
 * A direction that is none (not a number, or uphill: a corrected Hessian that could not be factored) is replaced by the
 * gradient over twice the trace of each particle's block; elements then have to compute their terms anew. If no step helps, the solve
 * ends there.
 * A line search on g, [LBOK13] Eq. (8), [LBOK13] Sec. 5.
 */
export const descend = defineKernel({
  name: 'descend',
  over: 'springs',
  serial: true,
  buffers: {
    x: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    ends: read('uvec2', 'springs', { indexes: 'particles' }),
    springs: read('vec2', 'springs'),
    gradient: read('f64', 'coordinates'),
    blocks: read('f64', 'blocks'),
    energies: read('f64', 'elementEnergies'),
    lengths: write('f64', 'lengths'),
    searched: write('u32', 'one'),
    ended: write('u32', 'one'),
    direction: write('f64', 'coordinates'),
    correction: write('f64', 'coordinates'),
    status: write('f64', 'newtonStatus'),
  },
  scalars: { particles: 'u32', inertia: 'real', elements: 'u32', tries: 'u32' },
  reference: (args, first, end) => {
    const { x, masses, ends, springs, gradient, blocks, direction: p, correction, status } = args;
    const { energies, lengths, searched, ended, particles, inertia, elements, tries } = args;
    if (status[STATUS.outcome] !== OUTCOME.running) return;
    const { e, n, d } = hooke();
    let hasStalled = false;
    const [after, turned] = [new Float64Array(3), new Float64Array(3)];

    /** R(α). */
    const remainder = (alpha: number): number => {
      let sum = 0;
      for (let i = 0; i < particles; i++) {
        const step = p.subarray(3 * i, 3 * i + 3);
        sum += 0.5 * inertia * masses[4 * i] * alpha * alpha * dot(step, step);
      }
      for (let s = first; s < end; s++) {
        const [i, j, L, k] = [ends[2 * s], ends[2 * s + 1], springs[2 * s], springs[2 * s + 1]];
        extend(e, x, correction, i, j);
        for (let c = 0; c < 3; c++) {
          d[c] = p[3 * i + c] - p[3 * j + c];
          after[c] = e[c] + alpha * d[c];
        }
        const before = aim(e, L, s, i, j, n);
        const then = aim(after, L, s, i, j, turned);
        const [dd, nd] = [dot(d, d), dot(n, d)];
        let T: number;
        if (before || then) {
          T = dot(turned, after) - dot(n, e) - alpha * nd;
        } else {
          const lengths = Math.sqrt(dot(e, e)) + Math.sqrt(dot(after, after));
          T = (alpha * alpha * (dd - ((2 * dot(e, d) + alpha * dd) * nd) / lengths)) / lengths;
        }
        sum += k * (0.5 * alpha * alpha * dd - L * T);
      }
      for (let k = 0; k < elements; k++) sum += energies[k];
      return sum;
    };

    const slopeOf = () => {
      let sum = 0;
      for (let c = 0; c < 3 * particles; c++) sum += gradient[c] * p[c];
      return sum;
    };
    let slope = slopeOf();
    if (!(slope < 0 && slope > -Infinity)) {
      for (let c = 0; c < 3 * particles; c++) {
        const block = 6 * Math.floor(c / 3);
        const trace = blocks[block] + blocks[block + 3] + blocks[block + 5];
        p[c] = trace > 0 ? (-0.5 * gradient[c]) / trace : 0;
      }
      if (elements > 0) return;
      slope = slopeOf();
    }
    let alpha = lengths[0];
    for (let tried = 0; tried < tries; tried++, alpha /= 2) {
      const rest = remainder(alpha);
      if (!(rest <= (ARMIJO - 1) * alpha * slope)) {
        status[STATUS.halvings]++;
        continue;
      }
      let moved = false;
      for (let c = 0; c < 3 * particles; c++) {
        const next = correction[c] + alpha * p[c];
        moved ||= next !== correction[c];
        correction[c] = next;
      }
      if (!moved) {
        hasStalled = true;
        break;
      }
      status[STATUS.iterations]++;
      status[STATUS.energy] += alpha * slope + rest;
      searched[0] = 1;
      return;
    }
    lengths[0] = alpha;
    if (!hasStalled && alpha >= SHORTEST) return;
    status[STATUS.outcome] = OUTCOME.stalled;
    status[STATUS.due] = 0;
    searched[0] = 1;
    ended[0] = 1;
  },
});
