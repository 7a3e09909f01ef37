import { defineKernel, read, write } from '../../../kernel.ts';
import { STATUS } from './status.ts';
import wgsl from './turn.wgsl?raw';

/** The next direction p = s + β p_before, with s in `delta`; r is kept for the β after it. [PR69] p ← s + β p. */
export const turn = defineKernel({
  name: 'turn',
  over: 'particles',
  buffers: {
    delta: read('vec4', 'particles'),
    force: read('vec4', 'particles'),
    status: read('real', 'status'),
    before: write('vec4', 'particles'),
    direction: write('vec4', 'particles'),
  },
  scalars: {},
  reference: ({ delta, force, status, before, direction }, first, end) => {
    const beta = status[STATUS.beta];
    for (let k = 4 * first; k < 4 * end; k++) {
      direction[k] = k % 4 === 3 ? 0 : delta[k] + beta * direction[k];
      before[k] = k % 4 === 3 ? 0 : force[k];
    }
  },
  wgsl,
});
