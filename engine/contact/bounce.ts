import { defineKernel, read, write } from '../kernel.ts';
import { isSound } from '../motion/sound.ts';
import soundWgsl from '../motion/sound.wgsl?raw';
import wgsl from './bounce.wgsl?raw';

/**
 * Restitution: adds the velocity that `collide` computed, after `finish` has turned displacements into velocities. Values that are not
 * finite are skipped.
 * No paper: Newton's law of restitution.
 */
export const bounce = defineKernel({
  name: 'bounce',
  over: 'particles',
  buffers: { v: write('vec4', 'particles'), touch: read('vec4', 'touches') },
  scalars: {},
  reference: ({ v, touch }, first, end) => {
    for (let i = 4 * first; i < 4 * end; i += 4) {
      const added = [0, 1, 2].map((c) => v[i + c] + touch[i + c]);
      if (added.every(isSound)) v.set(added, i);
    }
  },
  wgsl: soundWgsl + wgsl,
});
