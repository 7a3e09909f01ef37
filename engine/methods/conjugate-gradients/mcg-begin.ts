import { defineKernel, read, write } from '../../kernel.ts';
import { filter } from './filter.ts';

/**
 * [HAN15] Eq. (3): where the system is made, and where its solution starts: `correction` is −h v', so that x + correction is q, where the step began; δ is
 * what constraints prescribe, z − S z, and 0 where nothing is prescribed.
 */
export const mcgBegin = defineKernel({
  name: 'mcgBegin',
  over: 'particles',
  buffers: {
    v: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    filters: read('vec4', 'particles'),
    changes: read('vec4', 'particles'),
    correction: write('f64', 'coordinates'),
    solution: write('f64', 'coordinates'),
  },
  scalars: { h: 'real' },
  reference: ({ v, masses, filters, changes, correction, solution, h }, first, end) => {
    for (let i = first; i < end; i++) {
      const isPinned = masses[4 * i + 1] === 0;
      for (let c = 0; c < 3; c++) {
        const back = -h * v[4 * i + c];
        correction[3 * i + c] = isPinned || !Number.isFinite(back) ? 0 : back;
        solution[3 * i + c] = isPinned ? 0 : changes[4 * i + c];
      }
      filter(masses, filters, solution, i);
      if (!isPinned)
        for (let c = 0; c < 3; c++) solution[3 * i + c] = changes[4 * i + c] - solution[3 * i + c];
    }
  },
});
