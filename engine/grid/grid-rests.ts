import { defineKernel, read, write } from '../kernel.ts';
import { DIRECTIONS, eachParticle, fourAt, GEOMETRY, KIND, NO_ENTRY } from './geometry.ts';

/**
 * Rest lengths into blocks, one for each direction; 0 where there is no spring. `gridPlain` is 1 for a pair of rows that has one weight a
 * particle, one length along the rows and one down from them, none of them 0.
 */
export const gridRests = defineKernel({
  name: 'gridRests',
  over: 'gridPairs',
  buffers: {
    gridEntries: read('u32', 'gridDirections', { indexes: 'entries' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
    springs: read('vec2', 'springs'),
    gridKinds: read('uvec2', 'gridPairs'),
    gridLengths: write('vec4', 'gridFours'),
    gridPlain: write('u32', 'gridPairs'),
  },
  scalars: GEOMETRY,
  reference: (args, first, end) => {
    const { gridEntries, springOf, springs, gridKinds, gridLengths, gridPlain, ...grid } = args;
    eachParticle(grid, first, end, (colour, row, half) => {
      const at = fourAt(grid, colour, row, half);
      for (let d = 0; d < DIRECTIONS; d++) {
        const entry = gridEntries[at + 4 * d];
        gridLengths[at + 4 * d] = entry === NO_ENTRY ? 0 : springs[2 * springOf[entry]];
      }
    });
    for (let pair = first; pair < end; pair++) {
      const first = fourAt(grid, 0, 2 * pair, 0);
      const [along, down] = [gridLengths[first], gridLengths[first + 12]];
      const one = [along, along, undefined, down];
      const kinds = gridKinds.subarray(2 * pair, 2 * pair + 2);
      let isPlain = !kinds.includes(KIND.springs) && along > 0;
      eachParticle(grid, pair, pair + 1, (colour, row, half) => {
        const at = fourAt(grid, colour, row, half);
        one.forEach((length, d) => {
          const isThere = length !== undefined && gridEntries[at + 4 * d] !== NO_ENTRY;
          isPlain &&= !isThere || (length > 0 && gridLengths[at + 4 * d] === length);
        });
      });
      gridPlain[pair] = Number(isPlain);
    }
  },
});
