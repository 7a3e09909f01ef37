import { defineKernel, read, write } from '../../kernel.ts';
import { eightAt, neighboursIn, pointAt } from './coarse.ts';

/** The order in which planes are swept, as bits: the first plane is the lowest bit. */
export const planesIn = (order: readonly number[]): number =>
  order.reduce((sum, plane, k) => sum + plane * 2 ** k, 0);

/**
 * `relax` on a coarser level, in blocks: δ_i ← rhs_i + Σ_j weight_ij δ_j over the eight points around i. A point's colour is
 * 2 (row mod 2) + column mod 2; its eight neighbours have other colours. The kernel takes every other row, those of this `parity`, and sweeps
 * `passes` of their planes in the order that the bits of `planes` say. Rows of one parity do not depend on each other, so
 * sweeping row by row gives the same result as colour by colour, and a row is in the cache for its second plane. By pairs of rows.
 * [BHM00] Ch. 2 and 3: a relaxation sweep of the V-cycle.
 */
export const blockSmooth = defineKernel({
  name: 'blockSmooth',
  over: 'blockPairs',
  buffers: {
    blockDelta: write('vec4', 'blockThrees'),
    blockRhs: read('vec4', 'blockThrees'),
    blockWeights: read('real', 'blockEights'),
  },
  scalars: { columns: 'u32', rows: 'u32', parity: 'u32', planes: 'u32', passes: 'u32' },
  reference: (args, first, end) => {
    const { blockDelta, blockRhs, blockWeights, columns, rows, parity, planes, passes } = args;
    const size = { columns, rows };
    for (let row = 2 * first + parity; row < Math.min(rows, 2 * end); row += 2) {
      for (let pass = 0; pass < passes; pass++) {
        const plane = (planes >> pass) & 1;
        for (let column = plane; column < columns; column += 2) {
          const [i, q] = [pointAt(size, row, column, 0), eightAt(size, row, column)];
          const sum = [blockRhs[i], blockRhs[i + 4], blockRhs[i + 8]];
          neighboursIn(plane).forEach(([down, right], d) => {
            const j = pointAt(size, row + down, column + right, 0);
            for (let c = 0; c < 3; c++) sum[c] += blockWeights[q + 4 * d] * blockDelta[j + 4 * c];
          });
          for (let c = 0; c < 3; c++) blockDelta[i + 4 * c] = sum[c];
        }
      }
    }
  },
});
