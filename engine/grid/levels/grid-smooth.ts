import { defineKernel, read, write } from '../../kernel.ts';
import { eightAt, neighboursIn, pointAt } from './coarse.ts';

/**
 * `relax` on a coarser level, in blocks: δ_i ← rhs_i + Σ_j weight_ij δ_j over the eight points around i. One colour of four, 2 (row mod
 * 2) + column mod 2, by pairs of rows.
 */
export const gridSmooth = defineKernel({
  name: 'gridSmooth',
  over: 'gridPairs',
  buffers: {
    gridDelta: write('vec4', 'gridThrees'),
    gridRhs: read('vec4', 'gridThrees'),
    gridWeights: read('real', 'gridEights'),
  },
  scalars: { columns: 'u32', rows: 'u32', colour: 'u32' },
  reference: ({ gridDelta, gridRhs, gridWeights, columns, rows, colour }, first, end) => {
    const [size, plane] = [{ columns, rows }, colour & 1];
    for (let row = 2 * first + (colour >> 1); row < Math.min(rows, 2 * end); row += 2) {
      for (let column = plane; column < columns; column += 2) {
        const [i, q] = [pointAt(size, row, column, 0), eightAt(size, row, column)];
        const sum = [gridRhs[i], gridRhs[i + 4], gridRhs[i + 8]];
        neighboursIn(plane).forEach(([down, right], d) => {
          const j = pointAt(size, row + down, column + right, 0);
          for (let c = 0; c < 3; c++) sum[c] += gridWeights[q + 4 * d] * gridDelta[j + 4 * c];
        });
        for (let c = 0; c < 3; c++) gridDelta[i + 4 * c] = sum[c];
      }
    }
  },
});
