import { defineKernel, read, write } from '../kernel.ts';
import wgsl from './slow-down.wgsl?raw';

/**
 * Leaves the share s of the velocity of what moves freely, and of the way it went in this step: x = q + s h v, v = s v. With s = 0 it is
 * where it was before the step, at rest. No paper: README.md.
 */
export const slowDown = defineKernel({
  name: 'slowDown',
  over: 'particles',
  buffers: {
    x: write('vec4', 'particles'),
    v: write('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    rein: read('vec4', 'rein'),
  },
  scalars: { h: 'real' },
  reference: ({ x, v, masses, rein, h }, first, end) => {
    for (let i = 4 * first; i < 4 * end; i += 4) {
      if (masses[i + 1] === 0) continue;
      for (let c = 0; c < 3; c++) {
        x[i + c] -= h * (1 - rein[0]) * v[i + c];
        v[i + c] *= rein[0];
      }
    }
  },
  wgsl,
});
