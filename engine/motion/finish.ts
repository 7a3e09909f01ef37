import type { Vec3 } from '../body/body.ts';
import { defineKernel, type RealArray, read, write } from '../kernel.ts';
import wgsl from './finish.wgsl?raw';
import { isSound } from './sound.ts';
import soundWgsl from './sound.wgsl?raw';

/**
 * The end of a step: q = y + δ, v = (q - q_prev)/h = v' + δ/h.
 * `rate` is 1/h, or 0 where integration is off. A correction that is not finite is discarded: the particle
 * returns to the beginning of the step, at rest, and x.w records it.
 * [LBOK13] Eq. (4): h v = q − q_prev.
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
    for (let i = 4 * first; i < 4 * end; i += 4)
      finishParticle(x, v, i, [delta[i], delta[i + 1], delta[i + 2]], h, rate);
  },
  wgsl: soundWgsl + wgsl,
});

/** Corrects the particle whose numbers begin at i; for this kernel and `blockFinish`. */
export function finishParticle(
  x: RealArray,
  v: RealArray,
  i: number,
  delta: Vec3,
  h: number,
  rate: number,
): void {
  const sound = delta.every((d, c) => isSound(x[i + c] + d) && isSound(v[i + c] + rate * d));
  if (!sound) {
    x[i + 3] = 1;
    v[i + 3] = 0;
  }
  delta.forEach((d, c) => {
    if (sound) {
      x[i + c] += d;
      v[i + c] += rate * d;
    } else {
      x[i + c] -= h * v[i + c];
      v[i + c] = 0;
    }
  });
}
