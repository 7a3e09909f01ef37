import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './sort-bins.wgsl?raw';

/** Puts the particles of each bin in the order of their slots: few are in one, and insertion sorts them. */
export const sortBins = defineKernel({
  name: 'sortBins',
  over: 'bins',
  buffers: { starts: read('u32', 'binStarts'), places: write('vec4', 'places') },
  scalars: {},
  reference: ({ starts, places }, first, end) => {
    for (let k = first; k < end; k++) {
      for (let next = starts[k] + 1; next < starts[k + 1]; next++) {
        const taken = places.slice(8 * next, 8 * next + 8);
        let at = next;
        for (; at > starts[k] && places[8 * at - 1] > taken[7]; at--)
          places.copyWithin(8 * at, 8 * at - 8, 8 * at);
        places.set(taken, 8 * at);
      }
    }
  },
  wgsl,
});
