import { defineKernel, read, write } from '../../kernel.ts';
import { CORRECTED, fiveAt, pointAt, TRANSFER } from './coarse.ts';

/**
 * `prolongation` in blocks where there is nothing yet: δ_i = Σ_I share_iI e_I, for the points that the sweep after it does not begin with,
 * by pairs of rows of the fine level.
 */
export const gridProlong = defineKernel({
  name: 'gridProlong',
  over: 'gridPairs',
  buffers: {
    coarseDelta: read('vec4', 'gridThrees'),
    gridShares: read('real', 'gridFives'),
    gridDelta: write('vec4', 'gridThrees'),
  },
  scalars: TRANSFER,
  reference: (args, first, end) => {
    const { coarseDelta, gridShares, gridDelta, fineColumns, fineRows, columns, rows, isFinest } = args;
    const [fine, size] = [
      { columns: fineColumns, rows: fineRows },
      { columns, rows },
    ];
    for (let pair = first; pair < end; pair++) {
      for (let half = 0; half < Math.ceil(fineColumns / 2); half++) {
        for (const kind of isFinest === 1 ? CORRECTED.slice(0, 2) : CORRECTED) {
          const [row, column] = [2 * pair + kind.down, 2 * half + kind.right];
          if (row >= fineRows || column >= fineColumns) continue;
          const to = pointAt(fine, row, column, isFinest);
          for (let c = 0; c < 12; c += 4) gridDelta[to + c] = 0;
          kind.from.forEach(([down, right], k) => {
            const share = gridShares[fiveAt(fine, pair, half) + 4 * (kind.first + k)];
            if (share === 0) return;
            const at = pointAt(size, pair + down, half + right, 0);
            for (let c = 0; c < 12; c += 4) gridDelta[to + c] += share * coarseDelta[at + c];
          });
        }
      }
    }
  },
});
