import { defineKernel, read, write } from '../kernel.ts';
import { blocksOf, DIRECTIONS, eachParticle, fourAt, GEOMETRY, KIND, LANES, NO_ENTRY } from './geometry.ts';

/**
 * Copies weights into blocks, one for each direction, after `weigh`. Where all springs of a particle have the same weight, as in a cloth
 * of one stiffness, that weight is stored beside its right-hand side too. `blockKinds` holds a `KIND` for each
 * colour of a pair of rows.
 * No paper: a copy.
 */
export const blockWeigh = defineKernel({
  name: 'blockWeigh',
  over: 'blockPairs',
  buffers: {
    blockEntries: read('u32', 'blockDirections', { indexes: 'entries' }),
    weights: read('real', 'entries'),
    blockWeights: write('vec4', 'blockFours'),
    blockRhs: write('vec4', 'blockFours'),
    blockKinds: write('uvec2', 'blockPairs'),
  },
  scalars: GEOMETRY,
  reference: ({ blockEntries, weights, blockWeights, blockRhs, blockKinds, ...grid }, first, end) => {
    blockKinds.fill(KIND.rows, 2 * first, 2 * end);
    const raise = (colour: number, row: number, kind: number) => {
      const at = 2 * (row >> 1) + colour;
      blockKinds[at] = Math.max(blockKinds[at], kind);
    };
    eachParticle(grid, first, end, (colour, row, half) => {
      const at = fourAt(grid, colour, row, half);
      const found: number[] = [];
      for (let d = 0; d < DIRECTIONS; d++) {
        const entry = blockEntries[at + 4 * d];
        blockWeights[at + 4 * d] = entry === NO_ENTRY ? 0 : weights[entry];
        if (entry !== NO_ENTRY) found.push(weights[entry]);
      }
      const one = Math.max(...found);
      if (found.some((weight) => weight !== one)) raise(colour, row, KIND.springs);
      blockRhs[at + 12] = one;
      const isWithin = half >= LANES && half < LANES * (blocksOf(grid) - 1);
      if (isWithin && one !== blockRhs[fourAt(grid, colour, row, LANES) + 12])
        raise(colour, row, KIND.particles);
    });
  },
});
