import { defineKernel, read, write } from '../../kernel.ts';
import { restVector } from '../../methods/spring.ts';
import { eachParticle, fourAt, GEOMETRY, neighboursOf, threeAt } from '../geometry.ts';

/**
 * `local` and `residuals` at once: what the equations of δ still lack, divided by their diagonal,
 *   r_i = Σ_j weight_ij (d_ij − e_ij) − (1 − Σ_j weight_ij) δ_i,  e and d taken at y + δ,
 * the weight that is missing from 1 being inertia's. It is the right-hand side of what is to be added to δ, and the residual of
 * adding nothing. Both colours of pairs of rows. Where `isFresh` is 1, as at the beginning of a step, δ is 0 and not read.
 */
export const gridImbalance = defineKernel({
  name: 'gridImbalance',
  over: 'gridPairs',
  buffers: {
    gridX: read('vec4', 'gridThrees'),
    gridDelta: read('vec4', 'gridThrees'),
    gridWeights: read('vec4', 'gridFours'),
    gridLengths: read('vec4', 'gridFours'),
    gridRhs: write('vec4', 'gridFours'),
    gridResidual: write('vec4', 'gridThrees'),
    gridPlain: read('u32', 'gridPairs'),
    gridEntries: read('u32', 'gridDirections', { indexes: 'entries' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
  },
  scalars: { ...GEOMETRY, isFresh: 'u32' },
  reference: (args, first, end) => {
    const {
      gridX,
      gridDelta,
      gridWeights,
      gridLengths,
      gridRhs,
      gridResidual,
      gridEntries,
      springOf,
      isFresh,
    } = args;
    const e = new Float64Array(3); // p_i - p_j
    const rest = new Float64Array(3);
    eachParticle(args, first, end, (colour, row, half) => {
      const [i, q] = [threeAt(args, colour, row, half), fourAt(args, colour, row, half)];
      const sum = [0, 0, 0];
      let own = 1;
      neighboursOf(colour, row, half).forEach((other, d) => {
        const weight = gridWeights[q + 4 * d];
        if (weight === 0) return;
        own -= weight;
        const j = threeAt(args, 1 - colour, ...other);
        for (let c = 0; c < 12; c += 4)
          e[c / 4] = gridX[i + c] - gridX[j + c] + (isFresh ? 0 : gridDelta[i + c] - gridDelta[j + c]);
        // Red slots come before black ones.
        restVector(e, gridLengths[q + 4 * d], springOf[gridEntries[q + 4 * d]], colour, 1 - colour, rest);
        for (let c = 0; c < 3; c++) sum[c] += weight * (rest[c] - e[c]);
      });
      for (let c = 0; c < 3; c++) {
        const r = sum[c] - (isFresh ? 0 : own * gridDelta[i + 4 * c]);
        gridRhs[q + 4 * c] = r;
        gridResidual[i + 4 * c] = r;
      }
    });
  },
});
