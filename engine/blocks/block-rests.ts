import { defineKernel, read, write } from '../kernel.ts';
import { DIRECTIONS, eachParticle, fourAt, GEOMETRY, KIND, NO_ENTRY } from './geometry.ts';

/**
 * Copies rest lengths into blocks, one for each direction; 0 where there is no spring. `blockPlain` becomes 1 for a pair of rows with one weight a
 * particle, one rest length along the rows and one across them, none of them 0.
 * No paper: a copy.
 */
export const blockRests = defineKernel({
  name: 'blockRests',
  over: 'blockPairs',
  buffers: {
    blockEntries: read('u32', 'blockDirections', { indexes: 'entries' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
    springs: read('vec2', 'springs'),
    blockKinds: read('uvec2', 'blockPairs'),
    blockLengths: write('vec4', 'blockFours'),
    blockPlain: write('u32', 'blockPairs'),
  },
  scalars: GEOMETRY,
  reference: (args, first, end) => {
    const { blockEntries, springOf, springs, blockKinds, blockLengths, blockPlain, ...grid } = args;
    eachParticle(grid, first, end, (colour, row, half) => {
      const at = fourAt(grid, colour, row, half);
      for (let d = 0; d < DIRECTIONS; d++) {
        const entry = blockEntries[at + 4 * d];
        blockLengths[at + 4 * d] = entry === NO_ENTRY ? 0 : springs[2 * springOf[entry]];
      }
    });
    for (let pair = first; pair < end; pair++) {
      const first = fourAt(grid, 0, 2 * pair, 0);
      const [along, down] = [blockLengths[first], blockLengths[first + 12]];
      const one = [along, along, undefined, down];
      const kinds = blockKinds.subarray(2 * pair, 2 * pair + 2);
      let isPlain = !kinds.includes(KIND.springs) && along > 0;
      eachParticle(grid, pair, pair + 1, (colour, row, half) => {
        const at = fourAt(grid, colour, row, half);
        one.forEach((length, d) => {
          const isThere = length !== undefined && blockEntries[at + 4 * d] !== NO_ENTRY;
          isPlain &&= !isThere || (length > 0 && blockLengths[at + 4 * d] === length);
        });
      });
      blockPlain[pair] = Number(isPlain);
    }
  },
});
