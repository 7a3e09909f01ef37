import { defineKernel, read, write } from '../../kernel.ts';
import binOfWgsl from '../cells/bin-of.wgsl?raw';
import { PLACE } from '../cells/scatter.ts';
import aroundWgsl from './around.wgsl?raw';
import wgsl from './list-near.wgsl?raw';
import { neighboursOf } from './near.ts';
import nearWgsl from './near.wgsl?raw';

/**
 * The neighbours of each particle, as slots: row after row; `nearStarts` says where a row begins. Rows, and the neighbours in each, are in
 * the order of slots, so that results do not depend on when the lists were built. A row that ends after `room` is left
 * out, and so are the rows after it.
 * [NP17] 3.4: candidates in the cells around a particle.
 */
export const listNear = defineKernel({
  name: 'listNear',
  over: 'particles',
  buffers: {
    places: read('vec4', 'places'),
    starts: read('u32', 'binStarts'),
    cell: read('vec4', 'one'),
    noted: read('u32', 'notes'),
    nearStarts: read('u32', 'binStarts'),
    near: write('u32', 'neighbours'),
  },
  scalars: { bins: 'u32', own: 'u32', room: 'u32' },
  reference: (args, first, end) => {
    const { places, nearStarts, near, room } = args;
    const slotOf = (item: number) => places[4 * PLACE * item + 7];
    for (let item = first; item < end; item++) {
      const slot = slotOf(item);
      if (nearStarts[slot + 1] > room) continue;
      const slots = Array.from(neighboursOf(args, item), slotOf);
      near.set(
        slots.sort((a, b) => a - b),
        nearStarts[slot],
      );
    }
  },
  wgsl: binOfWgsl + nearWgsl + aroundWgsl + wgsl,
});
