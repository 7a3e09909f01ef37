import { defineKernel, read, write } from '../../kernel.ts';
import binOfWgsl from '../grid/bin-of.wgsl?raw';
import { PLACE } from '../grid/scatter.ts';
import aroundWgsl from './around.wgsl?raw';
import wgsl from './count-contacts.wgsl?raw';
import { around, NOTED, sightOf } from './near.ts';
import nearWgsl from './near.wgsl?raw';

/** How many others each particle may meet in the step, by slot: those whose ways come near. Notes the first of them, by place. */
export const countContacts = defineKernel({
  name: 'countContacts',
  over: 'particles',
  buffers: {
    places: read('vec4', 'places'),
    starts: read('u32', 'binStarts'),
    cell: read('vec4', 'one'),
    counts: write('u32', 'bins'),
    noted: write('u32', 'notes'),
  },
  scalars: { bins: 'u32', count: 'u32', own: 'u32', cells: 'u32' },
  reference: (args, first, end) => {
    const { places, counts, noted, own } = args;
    for (let item = first; item < end; item++) {
      let found = 0;
      for (const other of around(args, item)) {
        if (!sightOf(places, item, other, own)) continue;
        if (found < NOTED) noted[NOTED * item + found] = other;
        found++;
      }
      counts[places[4 * PLACE * item + 7]] = found;
    }
  },
  lanes: 8,
  wgsl: binOfWgsl + nearWgsl + aroundWgsl + wgsl,
});
