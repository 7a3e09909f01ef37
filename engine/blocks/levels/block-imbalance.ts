import { defineKernel, read, write } from '../../kernel.ts';
import { restVector } from '../../methods/spring.ts';
import { eachParticle, fourAt, GEOMETRY, neighboursOf, threeAt } from '../geometry.ts';

/**
 * `local` and `residuals` in one pass: the residual of the equations of δ, divided by their diagonal,
 *   r_i = Σ_j weight_ij (d_ij − e_ij) − (1 − Σ_j weight_ij) δ_i
 * with e and d at y + δ. The weights of a row and the share of inertia add up to 1, so 1 − Σ_j weight_ij is inertia's share.
 * A cycle solves for the change ε of δ: r is both the right-hand side of ε and the residual at ε = 0. It is written to `blockRhs` for the
 * sweeps and to `blockResidual` for restriction. Both colours of pairs of rows. With `isFresh` 1, as at the beginning of a step,
 * δ counts as 0 and is not read.
 * [PNF18] Alg. 3, the local step; [BHM00] Ch. 2: r = f − A v.
 */
export const blockImbalance = defineKernel({
  name: 'blockImbalance',
  over: 'blockPairs',
  buffers: {
    blockX: read('vec4', 'blockThrees'),
    blockDelta: read('vec4', 'blockThrees'),
    blockWeights: read('vec4', 'blockFours'),
    blockLengths: read('vec4', 'blockFours'),
    blockRhs: write('vec4', 'blockFours'),
    blockResidual: write('vec4', 'blockThrees'),
    blockPlain: read('u32', 'blockPairs'),
    blockEntries: read('u32', 'blockDirections', { indexes: 'entries' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
  },
  scalars: { ...GEOMETRY, isFresh: 'u32' },
  reference: (args, first, end) => {
    const {
      blockX,
      blockDelta,
      blockWeights,
      blockLengths,
      blockRhs,
      blockResidual,
      blockEntries,
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
        const weight = blockWeights[q + 4 * d];
        if (weight === 0) return;
        own -= weight;
        const j = threeAt(args, 1 - colour, ...other);
        for (let c = 0; c < 12; c += 4)
          e[c / 4] = blockX[i + c] - blockX[j + c] + (isFresh ? 0 : blockDelta[i + c] - blockDelta[j + c]);
        // Red slots come before black ones.
        restVector(e, blockLengths[q + 4 * d], springOf[blockEntries[q + 4 * d]], colour, 1 - colour, rest);
        for (let c = 0; c < 3; c++) sum[c] += weight * (rest[c] - e[c]);
      });
      for (let c = 0; c < 3; c++) {
        const r = sum[c] - (isFresh ? 0 : own * blockDelta[i + 4 * c]);
        blockRhs[q + 4 * c] = r;
        blockResidual[i + 4 * c] = r;
      }
    });
  },
});
