import { defineKernel, read, write } from '../kernel.ts';
import { restVector } from '../methods/spring.ts';
import { eachParticle, fourAt, GEOMETRY, neighboursOf, threeAt } from './geometry.ts';

/**
 * `local` in blocks: rhs_i = Σ_j weight_ij (d_ij - (y_i - y_j)), d_ij at y + δ; both colours of pairs of rows. With `isFresh` 1, as at the
 * beginning of a step, δ counts as 0 and is not read.
 * [PNF18] Alg. 3 and Eq. (6), delta form.
 */
export const blockLocal = defineKernel({
  name: 'blockLocal',
  over: 'blockPairs',
  buffers: {
    blockX: read('vec4', 'blockThrees'),
    blockDelta: read('vec4', 'blockThrees'),
    blockWeights: read('vec4', 'blockFours'),
    blockLengths: read('vec4', 'blockFours'),
    blockRhs: write('vec4', 'blockFours'),
    blockPlain: read('u32', 'blockPairs'),
    blockEntries: read('u32', 'blockDirections', { indexes: 'entries' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
  },
  scalars: { ...GEOMETRY, isFresh: 'u32' },
  reference: (
    { blockX, blockDelta, blockWeights, blockLengths, blockRhs, blockEntries, springOf, isFresh, ...grid },
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
        const weight = blockWeights[q + 4 * d];
        if (weight === 0) return;
        const j = threeAt(grid, 1 - colour, ...other);
        for (let c = 0; c < 3; c++) {
          y[c] = blockX[i + 4 * c] - blockX[j + 4 * c];
          e[c] = isFresh ? y[c] : y[c] + (blockDelta[i + 4 * c] - blockDelta[j + 4 * c]);
        }
        // Red slots come before black ones.
        restVector(e, blockLengths[q + 4 * d], springOf[blockEntries[q + 4 * d]], colour, 1 - colour, rest);
        for (let c = 0; c < 3; c++) sum[c] += weight * (rest[c] - y[c]);
      });
      for (let c = 0; c < 3; c++) blockRhs[q + 4 * c] = sum[c];
    });
  },
});
