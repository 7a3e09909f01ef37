import { defineKernel, read, write } from '../kernel.ts';
import { DIRECTIONS, eachParticle, fourAt, GEOMETRY, NO_ENTRY } from './geometry.ts';

/**
 * Weights of rows into blocks, one for each direction, after `weigh`. Where all springs of a particle weigh the same, as in a cloth
 * of one stiffness, that one weight stands beside its right-hand side too; `gridMixed` is 1 for a colour of a pair of rows
 * where they differ somewhere.
 */
export const gridWeigh = defineKernel({
  name: 'gridWeigh',
  over: 'gridPairs',
  buffers: {
    gridEntries: read('u32', 'gridDirections', { indexes: 'entries' }),
    weights: read('real', 'entries'),
    gridWeights: write('vec4', 'gridFours'),
    gridRhs: write('vec4', 'gridFours'),
    gridMixed: write('uvec2', 'gridPairs'),
  },
  scalars: GEOMETRY,
  reference: ({ gridEntries, weights, gridWeights, gridRhs, gridMixed, ...grid }, first, end) => {
    gridMixed.fill(0, 2 * first, 2 * end);
    eachParticle(grid, first, end, (colour, row, half) => {
      const at = fourAt(grid, colour, row, half);
      const found: number[] = [];
      for (let d = 0; d < DIRECTIONS; d++) {
        const entry = gridEntries[at + 4 * d];
        gridWeights[at + 4 * d] = entry === NO_ENTRY ? 0 : weights[entry];
        if (entry !== NO_ENTRY) found.push(weights[entry]);
      }
      const one = Math.max(...found);
      if (found.some((weight) => weight !== one)) gridMixed[2 * (row >> 1) + colour] = 1;
      gridRhs[at + 12] = one;
    });
  },
});
