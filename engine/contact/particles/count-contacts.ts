import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './count-contacts.wgsl?raw';
import metWgsl from './met.wgsl?raw';
import { contactsOf } from './near.ts';
import nearWgsl from './near.wgsl?raw';

/**
 * Number of possible contacts of each particle in the step: neighbours and balls whose paths come close. Sets the flag if there is any.
 * Neighbours without room are counted in the first number of `overlooked`, which saturates: all those of the
 * first particle whose row ends after `room`, and of those after it. The item before that particle does the counting.
 * [NP17] 3.4: the narrow phase, here over the whole path of the step.
 */
export const countContacts = defineKernel({
  name: 'countContacts',
  over: 'particles',
  buffers: {
    moves: read('vec4', 'moves'),
    near: read('u32', 'neighbours'),
    nearStarts: read('u32', 'binStarts'),
    counts: write('u32', 'bins'),
    isMet: write('u32', 'one'),
    overlooked: write('uvec2', 'one'),
  },
  scalars: { room: 'u32', balls: 'u32', particles: 'u32' },
  reference: (args, first, end) => {
    const { nearStarts, counts, isMet, overlooked, room, particles } = args;
    for (let i = first; i < end; i++) {
      counts[i] = [...contactsOf(args, i)].length;
      if (counts[i] > 0) isMet[0] = 1;
      if (i + 1 < particles && nearStarts[i + 1] <= room && nearStarts[i + 2] > room)
        overlooked[0] = Math.min(2 ** 32 - 1, overlooked[0] + nearStarts[particles] - nearStarts[i + 1]);
    }
  },
  lanes: 8,
  wgsl: nearWgsl + metWgsl + wgsl,
});
