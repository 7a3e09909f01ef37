import { defineKernel, read, write } from '../../kernel.ts';
import { filter } from './filter.ts';

/** s ← S A p, [HAN15] Alg. 1 line 6, of inertia and springs: (A p)_i = m_i/h² p_i + Σ K_ij (p_i − p_j). Elements add theirs afterwards. */
export const mcgProduct = defineKernel({
  name: 'mcgProduct',
  over: 'particles',
  buffers: {
    masses: read('vec4', 'particles'),
    filters: read('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
    tangents: read('f64', 'springTangents'),
    direction: read('f64', 'coordinates'),
    product: write('f64', 'coordinates'),
  },
  scalars: { entries: 'u32', springs: 'u32', inertia: 'real' },
  reference: (args, first, end) => {
    const { masses, filters, neighbours, springOf, tangents, direction, product } = args;
    const { entries, springs, inertia } = args;
    for (let i = first; i < end; i++) {
      const a = inertia * masses[4 * i];
      const sum = [0, 1, 2].map((c) => a * direction[3 * i + c]);
      for (let e = neighbours[entries + i]; e < neighbours[entries + i + 1]; e++) {
        const [j, spring] = [neighbours[e], springOf[e]];
        if (j === i || spring >= springs) continue;
        const [nx, ny, nz, s, straight] = tangents.subarray(6 * spring, 6 * spring + 5);
        const d = [0, 1, 2].map((c) => direction[3 * i + c] - direction[3 * j + c]);
        const along = straight * (nx * d[0] + ny * d[1] + nz * d[2]);
        [nx, ny, nz].forEach((n, c) => {
          sum[c] += s * d[c] + along * n;
        });
      }
      product.set(sum, 3 * i);
      filter(masses, filters, product, i);
    }
  },
});
