import { defineKernel, read, write } from '../kernel.ts';
import { DIRECTIONS, eachParticle, fourAt, GEOMETRY } from './geometry.ts';
import { NO_ENTRY } from './grid-weigh.ts';

/** Rest lengths into blocks, one for each direction; 0 where there is no spring. */
export const gridRests = defineKernel({
  name: 'gridRests',
  over: 'gridPairs',
  buffers: {
    gridEntries: read('u32', 'gridDirections', { indexes: 'entries' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
    springs: read('vec2', 'springs'),
    gridLengths: write('vec4', 'gridFours'),
  },
  scalars: GEOMETRY,
  reference: ({ gridEntries, springOf, springs, gridLengths, ...grid }, first, end) => {
    eachParticle(grid, first, end, (colour, row, half) => {
      const at = fourAt(grid, colour, row, half);
      for (let d = 0; d < DIRECTIONS; d++) {
        const entry = gridEntries[at + 4 * d];
        gridLengths[at + 4 * d] = entry === NO_ENTRY ? 0 : springs[2 * springOf[entry]];
      }
    });
  },
});
