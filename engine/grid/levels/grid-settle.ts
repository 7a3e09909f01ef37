import { defineKernel, read, room, write } from '../../kernel.ts';
import { eachParticle, pairsOf, type Size, threeAt, threesOf } from '../geometry.ts';
import { relaxPairs } from '../grid-relax.ts';
import { SIZES } from './coarse.ts';
import { prolongPairs } from './grid-prolong.ts';

/**
 * The end of a cycle, in one pass over the finest level: ε from the coarser one as by `gridProlong`, sweeps over it as by `gridSweeps`, and
 * δ_i += ε_i, or = where `isFresh` is 1. Every stage of a pair of rows needs the one before of the pairs around it, and follows one pair behind it. By bands of pairs:
 * each computes what it needs of its neighbours' ε itself, and has its own room for the few pairs of ε that are in hand.
 */
export const gridSettle = defineKernel({
  name: 'gridSettle',
  over: 'gridBands',
  buffers: {
    coarseDelta: read('vec4', 'gridThrees'),
    gridShares: read('real', 'gridFives'),
    gridChange: room('vec4', 'gridRings'),
    gridRhs: read('vec4', 'gridFours'),
    gridWeights: read('vec4', 'gridFours'),
    gridKinds: read('uvec2', 'gridPairs'),
    gridDelta: write('vec4', 'gridThrees'),
  },
  scalars: { ...SIZES, sweeps: 'u32', bandPairs: 'u32', isFresh: 'u32' },
  reference: (args, first, end) => {
    const { coarseDelta, gridShares, gridRhs, gridWeights, gridDelta, sweeps, bandPairs, isFresh } = args;
    const [fine, coarse] = [
      { columns: args.fineColumns, rows: args.fineRows },
      { columns: args.columns, rows: args.rows },
    ];
    const pairs = pairsOf(fine);
    const change = new Float64Array(4 * threesOf(fine));
    prolongPairs(fine, coarse, coarseDelta, gridShares, change, 1, 0, pairs);
    for (let half = 0; half < 2 * sweeps; half++)
      relaxPairs(fine, change, gridRhs, gridWeights, half & 1, 0, 0, pairs);
    eachParticle(fine, first * bandPairs, Math.min(pairs, end * bandPairs), (colour, row, half) => {
      const at = threeAt(fine, colour, row, half);
      for (let c = 0; c < 12; c += 4) gridDelta[at + c] = change[at + c] + (isFresh ? 0 : gridDelta[at + c]);
    });
  },
});

/** Vectors of four that a band keeps of ε: a pair for each stage and one more. */
export const ringOf = (fine: Size, sweeps: number): number =>
  3 + ((2 * sweeps + 2) * 4 * (threesOf({ ...fine, rows: 2 }) - 3)) / (2 * 4);
