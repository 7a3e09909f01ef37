import { defineKernel, read, write } from '../../../kernel.ts';

/**
 * The gradient of g at δ, and the curvature information of the last iteration: the first loop of L-BFGS's two-loop
 * recursion (Nocedal, Wright: Numerical Optimization, Alg. 7.4), as [LBK17] puts it around the constant matrix A.
 *
 *   ∇g_i = m_i/h² δ_i + Σ_j s_ij (δ_i − δ_j) − rhs_i, that is A δ − rhs, with rhs as `local` leaves it
 *   the pair s = δ − δ_last, y = ∇g − ∇g_last is kept if yᵀs > 0: otherwise A would not stay positive definite
 *   q ← ∇g; for the pairs from the newest on: α = sᵀq / yᵀs, q ← q − α y
 *
 * `restart` is 1 in the first iteration of a step, when there is no pair yet.
 */
export const remember = defineKernel({
  name: 'remember',
  over: 'particles',
  serial: true,
  buffers: {
    delta: read('vec4', 'particles'),
    rhs: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    weights: read('real', 'entries'),
    /** δ and ∇g of the previous iteration; overwritten by those of this one. */
    last: write('vec4', 'particles'),
    gradient: write('vec4', 'particles'),
    /** Ring buffer of the last pairs: s, y and yᵀs. */
    steps: write('vec4', 'history'),
    changes: write('vec4', 'history'),
    curvatures: write('f64', 'pairs'),
    /** α of every pair. */
    shares: write('f64', 'pairs'),
    /** Pairs kept since the step began. */
    kept: write('u32', 'one'),
    q: write('vec4', 'particles'),
  },
  scalars: { entries: 'u32', window: 'u32', restart: 'u32', inertia: 'real' },
  reference: (args, _first, end) => {
    const { delta, rhs, masses, neighbours, weights, last, gradient, steps, changes, kept, q } = args;
    const { entries, window, restart, inertia, curvatures, shares } = args;
    const size = 4 * end;
    if (restart) kept[0] = 0;
    const newest = size * (kept[0] % window);
    let curvature = 0;
    for (let i = 0; i < end; i++) {
      for (let k = 4 * i; k < 4 * i + 4; k++) {
        let g = inertia * masses[4 * i] * delta[k] - rhs[k];
        for (let e = neighbours[entries + i]; e < neighbours[entries + i + 1]; e++)
          g += weights[e] * (delta[k] - delta[k + 4 * (neighbours[e] - i)]);
        steps[newest + k] = delta[k] - last[k];
        changes[newest + k] = g - gradient[k];
        curvature += steps[newest + k] * changes[newest + k];
        last[k] = delta[k];
        gradient[k] = g;
        q[k] = g;
      }
    }
    if (!restart && curvature > 0) curvatures[kept[0]++ % window] = curvature;
    // A pair that is not kept has already overwritten the oldest one of a full ring, so all pairs are dropped.
    else kept[0] = 0;
    for (let pair = kept[0]; pair > Math.max(0, kept[0] - window); pair--) {
      const slot = (pair - 1) % window;
      let product = 0;
      for (let k = 0; k < size; k++) product += steps[size * slot + k] * q[k];
      shares[slot] = product / curvatures[slot];
      for (let k = 0; k < size; k++) q[k] -= shares[slot] * changes[size * slot + k];
    }
  },
});
