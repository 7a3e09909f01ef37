import { defineKernel, read, write } from '../kernel.ts';
import wgsl from './take-velocity.wgsl?raw';

/** v = ṽ: once all particles have their filtered velocity. No paper: it copies. */
export const takeVelocity = defineKernel({
  name: 'takeVelocity',
  over: 'particles',
  buffers: { smoothed: read('vec4', 'particles'), v: write('vec4', 'particles') },
  scalars: {},
  reference: ({ smoothed, v }, first, end) => {
    for (let k = 4 * first; k < 4 * end; k++) v[k] = smoothed[k];
  },
  wgsl,
});
