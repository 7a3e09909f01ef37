import { defineKernel, read, write } from '../../../kernel.ts';

/**
 * Row i of A = M/h² + L, [LBOK13] Eq. (14) divided by h², into the panels that `factorise` takes, in float64:
 *   a_ii = m_i/h² + Σ_j s_ij,   a_ij = −s_ij
 * and s_ij into `weights`, so that `local` leaves the right-hand side rhs_i = Σ_j s_ij (d_ij − (y_i − y_j)) of A δ = rhs.
 *
 * A pinned row is that of the identity and weighs 0, so δ is 0 there; its column is 0 too. The pattern keeps these places:
 * pins, masses, stiffness and the time step change numbers only. `inertia` is 1/h², or 0 where integration is off.
 */
export const assemble = defineKernel({
  name: 'assemble',
  over: 'particles',
  serial: true,
  buffers: {
    masses: read('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
    springs: read('vec2', 'springs'),
    /** Positions in the panels: of a_ij for each spring, and of the diagonal for each particle. */
    places: read('u32', 'springs', { indexes: 'panel' }),
    diagonals: read('u32', 'particles', { indexes: 'panel' }),
    panels: write('f64', 'panel'),
    weights: write('real', 'entries'),
  },
  scalars: { entries: 'u32', numbers: 'u32', inertia: 'real' },
  reference: (args, first, end) => {
    const { masses, neighbours, springOf, springs, places, diagonals, panels, weights } = args;
    const { entries, numbers, inertia } = args;
    const isPinned = (i: number) => masses[4 * i + 1] === 0;
    panels.fill(0, 0, numbers);
    for (let i = first; i < end; i++) {
      let a = inertia * masses[4 * i];
      for (let e = neighbours[entries + i]; e < neighbours[entries + i + 1]; e++) {
        const j = neighbours[e];
        const s = j === i ? 0 : springs[2 * springOf[e] + 1];
        a += s;
        weights[e] = isPinned(i) ? 0 : s;
        // A spring has an entry in two rows; only the later row writes it. Two springs between the same ends add up.
        if (j < i && !isPinned(i) && !isPinned(j)) panels[places[springOf[e]]] -= s;
      }
      panels[diagonals[i]] = isPinned(i) ? 1 : a;
    }
  },
});
