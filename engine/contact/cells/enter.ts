import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './enter.wgsl?raw';

/** Who is in each bin: slots and their bins, bin by bin. In a bin ranks go by luck. Balls stand at the end. */
export const enter = defineKernel({
  name: 'enter',
  over: 'particles',
  buffers: {
    binOf: read('uvec2', 'particles'),
    starts: read('u32', 'binStarts'),
    members: write('uvec2', 'members'),
  },
  scalars: {},
  reference: ({ binOf, starts, members }, first, end) => {
    for (let i = first; i < end; i++) {
      const [bin, rank] = binOf.subarray(2 * i, 2 * i + 2);
      // The bin past the last begins where the last one ends.
      members.set([i, bin], 2 * (starts[bin] + rank));
    }
  },
  wgsl,
});
