import { defineKernel, read, write } from '../../kernel.ts';
import type { Reals } from '../block-relax.ts';
import type { Size } from '../geometry.ts';
import { CORRECTED, fiveAt, pointAt, SIZES } from './coarse.ts';

/**
 * `prolongation` in blocks: δ_i = Σ_I share_iI e_I. It overwrites δ, which is 0 on a coarse level before it. The colour that is swept
 * next is left out, since its sweep does not read its own δ. By pairs of rows of the fine level. On the finest level `blockSettle` does the same.
 * [BHM00] Ch. 3: the coarse-grid correction v ← v + P e.
 */
export const blockProlong = defineKernel({
  name: 'blockProlong',
  over: 'blockPairs',
  buffers: {
    coarseDelta: read('vec4', 'blockThrees'),
    blockShares: read('real', 'blockFives'),
    blockDelta: write('vec4', 'blockThrees'),
  },
  scalars: SIZES,
  reference: ({ coarseDelta, blockShares, blockDelta, fineColumns, fineRows, columns, rows }, first, end) => {
    const [fine, coarse] = [
      { columns: fineColumns, rows: fineRows },
      { columns, rows },
    ];
    prolongPairs(fine, coarse, coarseDelta, blockShares, blockDelta, 0, first, end);
  },
});

export function prolongPairs(
  fine: Size,
  coarse: Size,
  coarseDelta: Reals,
  shares: Reals,
  delta: Reals,
  isFinest: number,
  first: number,
  end: number,
): void {
  for (let pair = first; pair < end; pair++) {
    for (let half = 0; half < Math.ceil(fine.columns / 2); half++) {
      for (const kind of isFinest === 1 ? CORRECTED.slice(0, 2) : CORRECTED) {
        const [row, column] = [2 * pair + kind.down, 2 * half + kind.right];
        if (row >= fine.rows || column >= fine.columns) continue;
        const to = pointAt(fine, row, column, isFinest);
        for (let c = 0; c < 12; c += 4) delta[to + c] = 0;
        kind.from.forEach(([down, right], k) => {
          const share = shares[fiveAt(fine, pair, half) + 4 * (kind.first + k)];
          if (share === 0) return;
          const at = pointAt(coarse, pair + down, half + right, 0);
          for (let c = 0; c < 12; c += 4) delta[to + c] += share * coarseDelta[at + c];
        });
      }
    }
  }
}
