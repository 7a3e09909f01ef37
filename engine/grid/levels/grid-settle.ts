import { defineKernel, read, write } from '../../kernel.ts';
import { eachParticle, GEOMETRY, threeAt } from '../geometry.ts';
import { relaxPairs } from '../grid-relax.ts';

/** The end of a cycle: black's half of its last sweep, as `gridRelax`, and what the cycle found is added, δ_i += ε_i. By pairs of rows. */
export const gridSettle = defineKernel({
  name: 'gridSettle',
  over: 'gridPairs',
  buffers: {
    gridChange: write('vec4', 'gridThrees'),
    gridRhs: read('vec4', 'gridFours'),
    gridWeights: read('vec4', 'gridFours'),
    gridMixed: read('uvec2', 'gridPairs'),
    gridDelta: write('vec4', 'gridThrees'),
  },
  scalars: GEOMETRY,
  reference: ({ gridChange, gridRhs, gridWeights, gridMixed: _, gridDelta, ...grid }, first, end) => {
    relaxPairs(grid, gridChange, gridRhs, gridWeights, 1, 0, first, end);
    eachParticle(grid, first, end, (colour, row, half) => {
      const at = threeAt(grid, colour, row, half);
      for (let c = 0; c < 12; c += 4) gridDelta[at + c] += gridChange[at + c];
    });
  },
});
