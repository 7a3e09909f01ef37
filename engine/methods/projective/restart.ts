import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './restart.wgsl?raw';

/** Starts Chebyshev's semi-iteration at δ: before the first sweep the last two iterates are the same. No paper: it copies. */
export const restart = defineKernel({
  name: 'restart',
  over: 'particles',
  buffers: {
    delta: read('vec4', 'particles'),
    swept: write('vec4', 'particles'),
    previous: write('vec4', 'particles'),
  },
  scalars: {},
  reference: ({ delta, swept, previous }, first, end) => {
    for (let i = 4 * first; i < 4 * end; i++) {
      swept[i] = delta[i];
      previous[i] = delta[i];
    }
  },
  wgsl,
});
