import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './gather.wgsl?raw';

/**
 * What the elements of all forces left for a particle, in fixed order, so that bits don't depend on threads:
 *   rhs_i ← rhs_i + scale_i Σ contributions,   scale_i = ω/a_i as in `weigh`
 * No paper: it adds.
 */
export const gather = defineKernel({
  name: 'gather',
  over: 'particles',
  buffers: {
    rhs: write('vec4', 'particles'),
    scales: read('real', 'particles'),
    contributions: read('vec4', 'contributions'),
    /** Where the list of a particle's corners begins; the next one's is where it ends. */
    incidentStarts: read('u32', 'particleBounds'),
    incidents: read('u32', 'incidents', { indexes: 'contributions' }),
  },
  scalars: {},
  reference: ({ rhs, scales, contributions, incidentStarts, incidents }, first, end) => {
    for (let i = first; i < end; i++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let k = incidentStarts[i]; k < incidentStarts[i + 1]; k++)
          sum += contributions[4 * incidents[k] + c];
        rhs[4 * i + c] += scales[i] * sum;
      }
    }
  },
  wgsl,
});
