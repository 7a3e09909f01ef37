import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './arrive.wgsl?raw';

/**
 * After the rounds: adds what contact changed in a particle's displacement to δ, except for particles that `setOut` left out. Contacts without
 * room are counted in the first number of `overlooked`, which saturates: all entries of the first particle whose
 * row ends after `capacity`, and of those after it. The item of that particle does the counting.
 * No paper: it adds a change to δ.
 */
export const arrive = defineKernel({
  name: 'arrive',
  over: 'particles',
  buffers: {
    free: read('vec4', 'fates'),
    rowStarts: read('u32', 'binStarts'),
    delta: write('vec4', 'particles'),
    overlooked: write('uvec2', 'one'),
  },
  scalars: { particles: 'u32', onlyRows: 'u32', capacity: 'u32' },
  reference: ({ free, rowStarts, delta, overlooked, particles, onlyRows, capacity }, first, end) => {
    for (let i = first; i < end; i++) {
      if (onlyRows > 0 && rowStarts[i] === rowStarts[i + 1]) continue;
      for (let c = 4 * i; c < 4 * i + 3; c++) delta[c] += free[4 * particles + c] - free[c];
      if (rowStarts[i] <= capacity && rowStarts[i + 1] > capacity)
        overlooked[0] = Math.min(2 ** 32 - 1, overlooked[0] + rowStarts[particles] - rowStarts[i]);
    }
  },
  wgsl,
});
