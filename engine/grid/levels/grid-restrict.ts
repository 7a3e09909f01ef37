import { defineKernel, read, write } from '../../kernel.ts';
import { AROUND, nineAt, pointAt, SIZES } from './coarse.ts';

/**
 * `restriction` in blocks: rhs_I = Σ_i share_iI r_i over the nine fine points around I. Shares are P_iI a_i/a_I (`gridDown`), since
 * residuals and right-hand sides are divided by their diagonals. Where they are alike (`gridAlike`) r is added up first. By rows of the coarse
 * level.
 */
export const gridRestrict = defineKernel({
  name: 'gridRestrict',
  over: 'gridRows',
  buffers: {
    gridResidual: read('vec4', 'gridThrees'),
    gridShares: read('real', 'gridNines'),
    gridMiddles: read('vec4', 'gridQuads'),
    coarseRhs: write('vec4', 'gridThrees'),
  },
  scalars: { ...SIZES, isFinest: 'u32' },
  reference: (args, first, end) => {
    const { gridResidual, gridShares, coarseRhs, fineColumns, fineRows, columns, rows, isFinest } = args;
    const [fine, size] = [
      { columns: fineColumns, rows: fineRows },
      { columns, rows },
    ];
    for (let row = first; row < end; row++) {
      for (let column = 0; column < columns; column++) {
        const [to, share] = [pointAt(size, row, column, 0), nineAt(size, row, column)];
        const sum = [0, 0, 0];
        AROUND.forEach(([down, right], d) => {
          if (gridShares[share + 4 * d] === 0) return;
          const at = pointAt(fine, 2 * row + down, 2 * column + right, isFinest);
          for (let c = 0; c < 3; c++) sum[c] += gridShares[share + 4 * d] * gridResidual[at + 4 * c];
        });
        for (let c = 0; c < 3; c++) coarseRhs[to + 4 * c] = sum[c];
      }
    }
  },
});
