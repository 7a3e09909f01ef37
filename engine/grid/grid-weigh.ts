import { defineKernel, read, write } from '../kernel.ts';
import { blocksOf, DIRECTIONS, eachParticle, fourAt, GEOMETRY, KIND, LANES, NO_ENTRY } from './geometry.ts';

/**
 * Weights of rows into blocks, one for each direction, after `weigh`. Where all springs of a particle weigh the same, as in a cloth
 * of one stiffness, that one weight stands beside its right-hand side too; `gridKinds` tells for each colour of a pair of rows who has
 * a weight of its own.
 */
export const gridWeigh = defineKernel({
  name: 'gridWeigh',
  over: 'gridPairs',
  buffers: {
    gridEntries: read('u32', 'gridDirections', { indexes: 'entries' }),
    weights: read('real', 'entries'),
    gridWeights: write('vec4', 'gridFours'),
    gridRhs: write('vec4', 'gridFours'),
    gridKinds: write('uvec2', 'gridPairs'),
  },
  scalars: GEOMETRY,
  reference: ({ gridEntries, weights, gridWeights, gridRhs, gridKinds, ...grid }, first, end) => {
    gridKinds.fill(KIND.rows, 2 * first, 2 * end);
    const raise = (colour: number, row: number, kind: number) => {
      const at = 2 * (row >> 1) + colour;
      gridKinds[at] = Math.max(gridKinds[at], kind);
    };
    eachParticle(grid, first, end, (colour, row, half) => {
      const at = fourAt(grid, colour, row, half);
      const found: number[] = [];
      for (let d = 0; d < DIRECTIONS; d++) {
        const entry = gridEntries[at + 4 * d];
        gridWeights[at + 4 * d] = entry === NO_ENTRY ? 0 : weights[entry];
        if (entry !== NO_ENTRY) found.push(weights[entry]);
      }
      const one = Math.max(...found);
      if (found.some((weight) => weight !== one)) raise(colour, row, KIND.springs);
      gridRhs[at + 12] = one;
      const isWithin = half >= LANES && half < LANES * (blocksOf(grid) - 1);
      if (isWithin && one !== gridRhs[fourAt(grid, colour, row, LANES) + 12])
        raise(colour, row, KIND.particles);
    });
  },
});
