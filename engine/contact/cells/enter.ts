import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './enter.wgsl?raw';

/**
 * Slots and their bins, bin by bin. The order within a bin is nondeterministic. Balls stand at the end.
 * [NP17] 3.4: particles sorted by cell.
 */
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
      // Balls begin where the last bin ends.
      members.set([i, bin], 2 * (starts[bin] + rank));
    }
  },
  wgsl,
});
