import { defineKernel, read, write } from '../../kernel.ts';
import binOfWgsl from '../cells/bin-of.wgsl?raw';
import { PLACE } from '../cells/scatter.ts';
import aroundWgsl from './around.wgsl?raw';
import wgsl from './count-near.wgsl?raw';
import { NOTED, neighboursOf } from './near.ts';
import nearWgsl from './near.wgsl?raw';

/**
 * Number of neighbours of each particle, by slot. Keeps the first of them, by place.
 * [NP17] 3.4: candidates in the cells around a particle.
 */
export const countNear = defineKernel({
  name: 'countNear',
  over: 'particles',
  buffers: {
    places: read('vec4', 'places'),
    starts: read('u32', 'binStarts'),
    cell: read('vec4', 'one'),
    counts: write('u32', 'bins'),
    noted: write('u32', 'notes'),
  },
  scalars: { bins: 'u32', own: 'u32' },
  reference: (args, first, end) => {
    const { places, counts, noted } = args;
    for (let item = first; item < end; item++) {
      let found = 0;
      for (const other of neighboursOf(args, item)) {
        if (found < NOTED) noted[NOTED * item + found] = other;
        found++;
      }
      counts[places[4 * PLACE * item + 7]] = found;
    }
  },
  lanes: 8,
  wgsl: binOfWgsl + nearWgsl + aroundWgsl + wgsl,
});
