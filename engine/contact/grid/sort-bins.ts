import { defineKernel, read, write } from '../../kernel.ts';
import { PLACE } from './scatter.ts';
import wgsl from './sort-bins.wgsl?raw';

/** Numbers of a particle. */
const SIZE = 4 * PLACE;

/** Puts the particles of each bin in the order of their slots: few are in one, and insertion sorts them. */
export const sortBins = defineKernel({
  name: 'sortBins',
  over: 'bins',
  buffers: { starts: read('u32', 'binStarts'), places: write('vec4', 'places') },
  scalars: {},
  reference: ({ starts, places }, first, end) => {
    for (let k = first; k < end; k++) {
      for (let next = starts[k] + 1; next < starts[k + 1]; next++) {
        const taken = places.slice(SIZE * next, SIZE * (next + 1));
        let at = next;
        for (; at > starts[k] && places[SIZE * (at - 1) + 7] > taken[7]; at--)
          places.copyWithin(SIZE * at, SIZE * (at - 1), SIZE * at);
        places.set(taken, SIZE * at);
      }
    }
  },
  wgsl,
});
