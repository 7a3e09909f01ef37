import { defineKernel, read, write } from '../kernel.ts';
import wgsl from './finish.wgsl?raw';
import { isSound } from './sound.ts';
import soundWgsl from './sound.wgsl?raw';

/**
 * The end of a step: q = y + δ, v = (q - q_prev)/h = v' + δ/h.
 * `rate` is 1/h, or 0 where integration is off. A correction that is not a number is refused: the particle
 * goes back to where the step began, at rest, and x.w remembers it.
 */
export const finish = defineKernel({
  name: 'finish',
  over: 'particles',
  buffers: {
    x: write('vec4', 'particles'),
    v: write('vec4', 'particles'),
    delta: read('vec4', 'particles'),
  },
  scalars: { h: 'real', rate: 'real' },
  reference: ({ x, v, delta, h, rate }, first, end) => {
    for (let i = 4 * first; i < 4 * end; i += 4) {
      let sound = true;
      for (let c = 0; c < 3; c++) {
        sound &&= isSound(x[i + c] + delta[i + c]) && isSound(v[i + c] + rate * delta[i + c]);
      }
      if (!sound) {
        x[i + 3] = 1;
        v[i + 3] = 0;
      }
      for (let c = 0; c < 3; c++) {
        if (sound) {
          x[i + c] += delta[i + c];
          v[i + c] += rate * delta[i + c];
        } else {
          x[i + c] -= h * v[i + c];
          v[i + c] = 0;
        }
      }
    }
  },
  wgsl: soundWgsl + wgsl,
});
