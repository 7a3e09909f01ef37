import { defineKernel, type RealArray, read, write } from '../../../kernel.ts';

/** The share of the decrease predicted by the slope that a step must reach (Armijo condition). The exact solve of A gives at least ½. */
export const ENOUGH = 0.3;
/** Halvings before the direction is given up. */
export const TRIES = 10;

/**
 * Backtracking line search: δ ← δ − t r for the first t = 1, ½, ¼ … with g(δ − t r) ≤ g(δ) − 0.3 t ∇gᵀr, where
 *   g(δ) = 1/(2h²) δᵀ M δ + Σ ½ s_ij (|e_ij| − L_ij)²,   e_ij = (y_i − y_j) + (δ_i − δ_j)   [LBOK13] Eq. (8) less a constant
 * in float64 at the numbers that are stored, so that g never rises. If no t suffices, δ stays and the pairs are dropped: the
 * next direction is that of A alone, which is always a descent direction.
 */
export const search = defineKernel({
  name: 'search',
  over: 'particles',
  serial: true,
  buffers: {
    x: read('vec4', 'particles'),
    delta: write('vec4', 'particles'),
    direction: read('vec4', 'particles'),
    gradient: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    ends: read('uvec2', 'springs', { indexes: 'particles' }),
    springs: read('vec2', 'springs'),
    trial: write('vec4', 'particles'),
    /** g at δ. */
    energy: write('f64', 'one'),
    kept: write('u32', 'one'),
  },
  scalars: { count: 'u32', restart: 'u32', inertia: 'real' },
  reference: (args, _first, end) => {
    const { x, delta, direction, gradient, masses, ends, springs, trial, energy, kept } = args;
    const { count, restart, inertia } = args;
    const energyAt = (d: RealArray): number => {
      let sum = 0;
      for (let k = 0; k < 4 * end; k++) sum += 0.5 * inertia * masses[k - (k % 4)] * d[k] * d[k];
      for (let s = 0; s < count; s++) {
        const [i, j] = [4 * ends[2 * s], 4 * ends[2 * s + 1]];
        const e = [0, 1, 2].map((c) => x[i + c] - x[j + c] + (d[i + c] - d[j + c]));
        const stretch = Math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]) - springs[2 * s];
        sum += 0.5 * springs[2 * s + 1] * stretch * stretch;
      }
      return sum;
    };
    if (restart) energy[0] = energyAt(delta);
    let slope = 0;
    for (let k = 0; k < 4 * end; k++) slope += gradient[k] * direction[k];
    // If g does not decrease along the direction, no step length is tried.
    for (let tries = slope > 0 ? 0 : TRIES, t = 1; tries < TRIES; tries++, t *= 0.5) {
      for (let k = 0; k < 4 * end; k++) trial[k] = delta[k] - t * direction[k];
      const reached = energyAt(trial);
      if (!(reached <= energy[0] - ENOUGH * t * slope)) continue;
      delta.set(trial);
      energy[0] = reached;
      return;
    }
    kept[0] = 0;
  },
});
