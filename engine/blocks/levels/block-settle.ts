import { defineKernel, read, room, write } from '../../kernel.ts';
import { relaxPairs } from '../block-relax.ts';
import { eachParticle, pairsOf, type Size, threeAt, threesOf } from '../geometry.ts';
import { prolongPairs } from './block-prolong.ts';
import { SIZES } from './coarse.ts';

/**
 * The end of a cycle on the finest level, in one pass over memory: interpolation ε = P e as in `blockProlong`, sweeps over ε as in `blockSweeps`, then
 * δ_i += ε_i, or δ_i = ε_i with `isFresh` 1. Each half-sweep is a stage. A stage needs the previous stage's result for a pair of rows and the
 * pairs next to it, so it follows one pair behind. Threads have bands of pairs. A band recomputes those few pairs of ε that it needs
 * from the bands beside it, and keeps only the pairs in progress, in a ring buffer of its own.
 * [BHM00] Ch. 3: the coarse-grid correction v ← v + P e; [NP17] Alg. 7: the sweeps.
 */
export const blockSettle = defineKernel({
  name: 'blockSettle',
  over: 'blockBands',
  buffers: {
    coarseDelta: read('vec4', 'blockThrees'),
    blockShares: read('real', 'blockFives'),
    blockChange: room('vec4', 'gridRings'),
    blockRhs: read('vec4', 'blockFours'),
    blockWeights: read('vec4', 'blockFours'),
    blockKinds: read('uvec2', 'blockPairs'),
    blockDelta: write('vec4', 'blockThrees'),
  },
  scalars: { ...SIZES, sweeps: 'u32', bandPairs: 'u32', isFresh: 'u32' },
  reference: (args, first, end) => {
    const { coarseDelta, blockShares, blockRhs, blockWeights, blockDelta, sweeps, bandPairs, isFresh } = args;
    const [fine, coarse] = [
      { columns: args.fineColumns, rows: args.fineRows },
      { columns: args.columns, rows: args.rows },
    ];
    const pairs = pairsOf(fine);
    const change = new Float64Array(4 * threesOf(fine));
    prolongPairs(fine, coarse, coarseDelta, blockShares, change, 1, 0, pairs);
    for (let half = 0; half < 2 * sweeps; half++)
      relaxPairs(fine, change, blockRhs, blockWeights, half & 1, 0, 0, pairs);
    eachParticle(fine, first * bandPairs, Math.min(pairs, end * bandPairs), (colour, row, half) => {
      const at = threeAt(fine, colour, row, half);
      for (let c = 0; c < 12; c += 4)
        blockDelta[at + c] = change[at + c] + (isFresh ? 0 : blockDelta[at + c]);
    });
  },
});

/** Length of a band's ring buffer for ε, in vectors of four: a pair of rows for each stage and one more. */
export const ringOf = (fine: Size, sweeps: number): number =>
  3 + ((2 * sweeps + 2) * 4 * (threesOf({ ...fine, rows: 2 }) - 3)) / (2 * 4);
