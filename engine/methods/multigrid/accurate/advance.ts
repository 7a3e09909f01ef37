import { defineKernel, read, write } from '../../../kernel.ts';
import wgsl from './advance.wgsl?raw';
import { STATUS } from './status.ts';

/** δ ← δ + α p. [PR69] δ ← δ + α p. */
export const advance = defineKernel({
  name: 'advance',
  over: 'particles',
  buffers: {
    direction: read('vec4', 'particles'),
    status: read('real', 'status'),
    iterate: write('vec4', 'particles'),
  },
  scalars: {},
  reference: ({ direction, status, iterate }, first, end) => {
    for (let k = 4 * first; k < 4 * end; k++) iterate[k] += status[STATUS.alpha] * direction[k];
  },
  wgsl,
});
