import { defineKernel, read, write } from '../kernel.ts';
import { restVector } from '../methods/spring.ts';
import { eachParticle, fourAt, GEOMETRY, neighboursOf, threeAt } from './geometry.ts';

/**
 * `local` in blocks: rhs_i = Σ_j weight_ij (d_ij - (y_i - y_j)), d_ij taken at y + δ; both colours of pairs of rows. Where `isFresh`
 * is 1, as at the beginning of a step, δ is 0 and not read.
 */
export const gridLocal = defineKernel({
  name: 'gridLocal',
  over: 'gridPairs',
  buffers: {
    gridX: read('vec4', 'gridThrees'),
    gridDelta: read('vec4', 'gridThrees'),
    gridWeights: read('vec4', 'gridFours'),
    gridLengths: read('vec4', 'gridFours'),
    gridRhs: write('vec4', 'gridFours'),
    gridPlain: read('u32', 'gridPairs'),
    gridEntries: read('u32', 'gridDirections', { indexes: 'entries' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
  },
  scalars: { ...GEOMETRY, isFresh: 'u32' },
  reference: (
    { gridX, gridDelta, gridWeights, gridLengths, gridRhs, gridEntries, springOf, isFresh, ...grid },
    first,
    end,
  ) => {
    const y = new Float64Array(3); // y_i - y_j
    const e = new Float64Array(3); // p_i - p_j
    const rest = new Float64Array(3);
    eachParticle(grid, first, end, (colour, row, half) => {
      const [i, q] = [threeAt(grid, colour, row, half), fourAt(grid, colour, row, half)];
      const sum = [0, 0, 0];
      neighboursOf(colour, row, half).forEach((other, d) => {
        const weight = gridWeights[q + 4 * d];
        if (weight === 0) return;
        const j = threeAt(grid, 1 - colour, ...other);
        for (let c = 0; c < 3; c++) {
          y[c] = gridX[i + 4 * c] - gridX[j + 4 * c];
          e[c] = isFresh ? y[c] : y[c] + (gridDelta[i + 4 * c] - gridDelta[j + 4 * c]);
        }
        // Red slots come before black ones.
        restVector(e, gridLengths[q + 4 * d], springOf[gridEntries[q + 4 * d]], colour, 1 - colour, rest);
        for (let c = 0; c < 3; c++) sum[c] += weight * (rest[c] - y[c]);
      });
      for (let c = 0; c < 3; c++) gridRhs[q + 4 * c] = sum[c];
    });
  },
});
