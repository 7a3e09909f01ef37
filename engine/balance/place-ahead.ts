import { defineKernel, read, write } from '../kernel.ts';
import { isSound } from '../motion/sound.ts';
import soundWgsl from '../motion/sound.wgsl?raw';
import wgsl from './place-ahead.wgsl?raw';

/**
 * Where particles would be, and how fast, if the step ended here: x + δ and v + δ/h before `finish`, x and v themselves after it
 * (`ahead` 0). A correction that `finish` would discard is left out.
 * No paper: README.md derives it.
 */
export const placeAhead = defineKernel({
  name: 'placeAhead',
  over: 'particles',
  buffers: {
    x: read('vec4', 'particles'),
    v: read('vec4', 'particles'),
    delta: read('vec4', 'particles'),
    placed: write('vec4', 'particles'),
    paced: write('vec4', 'particles'),
  },
  scalars: { rate: 'real', ahead: 'u32' },
  reference: ({ x, v, delta, placed, paced, rate, ahead }, first, end) => {
    for (let i = 4 * first; i < 4 * end; i += 4) {
      const d = [0, 1, 2].map((c) => (ahead ? delta[i + c] : 0));
      const sound = d.every((each, c) => isSound(x[i + c] + each) && isSound(v[i + c] + rate * each));
      for (let c = 0; c < 3; c++) {
        placed[i + c] = x[i + c] + (sound ? d[c] : 0);
        paced[i + c] = v[i + c] + (sound ? rate * d[c] : 0);
      }
      placed[i + 3] = paced[i + 3] = 0;
    }
  },
  wgsl: soundWgsl + wgsl,
});
