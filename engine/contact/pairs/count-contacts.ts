import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './count-contacts.wgsl?raw';
import metWgsl from './met.wgsl?raw';
import { contactsOf } from './near.ts';
import nearWgsl from './near.wgsl?raw';

/** How many each particle may meet in the step: neighbours and balls whose ways come near. Sets the flag where anybody may. */
export const countContacts = defineKernel({
  name: 'countContacts',
  over: 'particles',
  buffers: {
    moves: read('vec4', 'moves'),
    near: read('u32', 'neighbours'),
    nearStarts: read('u32', 'binStarts'),
    counts: write('u32', 'bins'),
    isMet: write('u32', 'one'),
  },
  scalars: { room: 'u32', balls: 'u32' },
  reference: (args, first, end) => {
    const { counts, isMet } = args;
    for (let i = first; i < end; i++) {
      counts[i] = [...contactsOf(args, i)].length;
      if (counts[i] > 0) isMet[0] = 1;
    }
  },
  lanes: 8,
  wgsl: nearWgsl + metWgsl + wgsl,
});
