import { defineKernel, read, write } from '../../kernel.ts';
import soundWgsl from '../../motion/sound.wgsl?raw';
import { wayOf } from '../grid/motion-range.ts';
import wgsl from './set-out.wgsl?raw';

/**
 * Before the rounds: the way each particle goes if nobody is in it, δ + h v, with its inverse mass, and again as what the last round
 * found; and the same with what it gives way by, the inverse mass times how many contacts share it, a collider being one.
 */
export const setOut = defineKernel({
  name: 'setOut',
  over: 'particles',
  buffers: {
    v: read('vec4', 'particles'),
    delta: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    rowStarts: read('u32', 'binStarts'),
    touch: write('vec4', 'touches'),
    free: write('vec4', 'fates'),
    ways: write('vec4', 'particles'),
  },
  scalars: { h: 'real', particles: 'u32' },
  reference: ({ v, delta, masses, rowStarts, touch, free, ways, h, particles }, first, end) => {
    for (let i = first; i < end; i++) {
      const way = [0, 1, 2].map((c) => wayOf(v, delta, h, i, c));
      const weight = masses[4 * i + 1];
      const ground = touch
        .subarray(4 * (particles + i), 4 * (particles + i) + 3)
        .some((value) => value !== 0);
      free.set([...way, weight], 4 * i);
      free.set([...way, 0], 4 * (particles + i));
      ways.set([...way, weight * Math.max(1, rowStarts[i + 1] - rowStarts[i] + Number(ground))], 4 * i);
      for (const k of [3, 4]) touch.fill(0, 4 * (k * particles + i), 4 * (k * particles + i + 1));
    }
  },
  wgsl: soundWgsl + wgsl,
});
