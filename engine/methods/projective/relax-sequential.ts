import { defineKernel, read, write } from '../../kernel.ts';
import { relaxOne } from './relax.ts';

/**
 * A sequential Gauss-Seidel sweep, [PNF18] Eq. (3), [NP17] Alg. 5, in the user's order of the particles. (In the order of
 * storage, which is sorted by colour, it would be a red-black sweep.) It runs on one thread and has no WebGPU version.
 */
export const relaxSequential = defineKernel({
  name: 'relaxSequential',
  over: 'particles',
  serial: true,
  buffers: {
    delta: write('vec4', 'particles'),
    rhs: read('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    weights: read('real', 'entries'),
    order: read('u32', 'particles', { indexes: 'particles' }),
  },
  scalars: { entries: 'u32', keep: 'real' },
  reference: ({ delta, rhs, neighbours, weights, order, entries, keep }, first, end) => {
    for (let s = first; s < end; s++) relaxOne(order[s], delta, rhs, neighbours, weights, entries, keep);
  },
});
