import { defineKernel, read, write } from '../../kernel.ts';
import { AROUND, nineAt, pointAt, SIZES } from './coarse.ts';

/**
 * `restriction` in blocks: rhs_I = Σ_i share_iI r_i over the nine fine points around the coarse point I. Shares are P_iI a_i/a_I
 * (`blockDown`), since residuals and right-hand sides are stored divided by their diagonals. Where the shares are bilinear (`blockAlike`), r is
 * summed before it is multiplied. By rows of the coarse level.
 * [BHM00] Ch. 3 and 8: restriction by Pᵀ.
 */
export const blockRestrict = defineKernel({
  name: 'blockRestrict',
  over: 'blockRows',
  buffers: {
    blockResidual: read('vec4', 'blockThrees'),
    blockShares: read('real', 'blockNines'),
    blockMiddles: read('vec4', 'gridQuads'),
    coarseRhs: write('vec4', 'blockThrees'),
  },
  scalars: { ...SIZES, isFinest: 'u32' },
  reference: (args, first, end) => {
    const { blockResidual, blockShares, coarseRhs, fineColumns, fineRows, columns, rows, isFinest } = args;
    const [fine, size] = [
      { columns: fineColumns, rows: fineRows },
      { columns, rows },
    ];
    for (let row = first; row < end; row++) {
      for (let column = 0; column < columns; column++) {
        const [to, share] = [pointAt(size, row, column, 0), nineAt(size, row, column)];
        const sum = [0, 0, 0];
        AROUND.forEach(([down, right], d) => {
          if (blockShares[share + 4 * d] === 0) return;
          const at = pointAt(fine, 2 * row + down, 2 * column + right, isFinest);
          for (let c = 0; c < 3; c++) sum[c] += blockShares[share + 4 * d] * blockResidual[at + 4 * c];
        });
        for (let c = 0; c < 3; c++) coarseRhs[to + 4 * c] = sum[c];
      }
    }
  },
});
