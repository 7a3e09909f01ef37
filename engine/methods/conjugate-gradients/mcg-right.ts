import { defineKernel, read, write } from '../../kernel.ts';
import { filter } from './filter.ts';

/**
 * The right-hand side of inertia and springs, in newtons, and the diagonal blocks [xx xy xz yy yz zz] of the matrix:
 *   b_i = S_i (f_i(q) − h (K v')_i),   with −h v' in `correction`;   B_i = m_i/h² I + Σ K_ij
 * [HAN15] Eq. (3) in terms of δ = h ΔV, divided by h²: the dashpots beside springs, and so ∂f/∂v, are in the springs already (dampen.ts).
 * It multiplies from the left by the masses, so that the matrix stays symmetric where they differ.
 */
export const mcgRight = defineKernel({
  name: 'mcgRight',
  over: 'particles',
  buffers: {
    masses: read('vec4', 'particles'),
    filters: read('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
    tangents: read('f64', 'springTangents'),
    correction: read('f64', 'coordinates'),
    right: write('f64', 'coordinates'),
    blocks: write('f64', 'blocks'),
  },
  scalars: { entries: 'u32', springs: 'u32', inertia: 'real' },
  reference: (args, first, end) => {
    const { masses, filters, neighbours, springOf, tangents, correction, right, blocks } = args;
    const { entries, springs, inertia } = args;
    for (let i = first; i < end; i++) {
      const a = inertia * masses[4 * i];
      const sum = [0, 0, 0];
      const block = [a, 0, 0, a, 0, a];
      for (let e = neighbours[entries + i]; e < neighbours[entries + i + 1]; e++) {
        const [j, spring] = [neighbours[e], springOf[e]];
        if (j === i || spring >= springs) continue;
        const [nx, ny, nz, s, straight, force] = tangents.subarray(6 * spring, 6 * spring + 6);
        const n = [nx, ny, nz];
        const d = [0, 1, 2].map((c) => correction[3 * i + c] - correction[3 * j + c]);
        const along = straight * (nx * d[0] + ny * d[1] + nz * d[2]);
        const pull = i < j ? -force : force;
        for (let c = 0; c < 3; c++) sum[c] += pull * n[c] + s * d[c] + along * n[c];
        for (let row = 0, t = 0; row < 3; row++)
          for (let column = row; column < 3; column++, t++)
            block[t] += straight * n[row] * n[column] + (row === column ? s : 0);
      }
      right.set(sum, 3 * i);
      filter(masses, filters, right, i);
      blocks.set(block, 6 * i);
    }
  },
});
