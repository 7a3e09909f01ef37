import { defineKernel, read, write } from '../../kernel.ts';
import { eachParticle, GEOMETRY, threeAt } from '../geometry.ts';

/** What a cycle found is added: δ_i += ε_i, by pairs of rows. */
export const gridAdvance = defineKernel({
  name: 'gridAdvance',
  over: 'gridPairs',
  buffers: { gridChange: read('vec4', 'gridThrees'), gridDelta: write('vec4', 'gridThrees') },
  scalars: GEOMETRY,
  reference: ({ gridChange, gridDelta, ...grid }, first, end) => {
    eachParticle(grid, first, end, (colour, row, half) => {
      const at = threeAt(grid, colour, row, half);
      for (let c = 0; c < 12; c += 4) gridDelta[at + c] += gridChange[at + c];
    });
  },
});
