import { defineKernel, write } from '../../kernel.ts';
import wgsl from './unpin.wgsl?raw';

/** Frees particles whose mass only the state knows: a split one has a part of what it had. A spare without mass stays. */
export const unpin = defineKernel({
  name: 'unpin',
  over: 'particles',
  buffers: { masses: write('vec4', 'particles') },
  scalars: {},
  reference: ({ masses }, first, end) => {
    for (let i = 4 * first; i < 4 * end; i += 4) masses[i + 1] = masses[i] > 0 ? 1 / masses[i] : 0;
  },
  wgsl,
});
