import { defineKernel, read, room, write } from '../../kernel.ts';
import { relaxPairs } from '../block-relax.ts';
import { eachParticle, pairsOf, type Size, threeAt, threesOf } from '../geometry.ts';
import { prolongPairs } from './block-prolong.ts';
import { SIZES } from './coarse.ts';

/**
 * The end of a cycle, in one pass over the finest level: ε from the coarser one as by `blockProlong`, sweeps over it as by `blockSweeps`, and
 * δ_i += ε_i, or = where `isFresh` is 1. Every stage of a pair of rows needs the one before of the pairs around it, and follows one pair behind it. By bands of pairs:
 * each computes what it needs of its neighbours' ε itself, and has its own room for the few pairs of ε that are in hand.
 * [BHM00] Ch. 3: the coarse-grid correction, then relaxation.
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

/** Vectors of four that a band keeps of ε: a pair for each stage and one more. */
export const ringOf = (fine: Size, sweeps: number): number =>
  3 + ((2 * sweeps + 2) * 4 * (threesOf({ ...fine, rows: 2 }) - 3)) / (2 * 4);
