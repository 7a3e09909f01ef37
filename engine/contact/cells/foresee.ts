import { defineKernel, type RealArray, read, write } from '../../kernel.ts';
import { soundOr0 } from '../../motion/sound.ts';
import soundWgsl from '../../motion/sound.wgsl?raw';
import wgsl from './foresee.wgsl?raw';

/** vec4s of a particle's motion. */
export const MOVE = 2;

/**
 * How each particle moves in the step without contact, two vec4s: its position at the beginning, x − h v, and its radius; its displacement, δ + h v,
 * and its material. A displacement that is not finite counts as 0. Clears what colliders did in the previous step.
 * No paper: contact/particles/README.md derives it.
 */
export const foresee = defineKernel({
  name: 'foresee',
  over: 'particles',
  buffers: {
    x: read('vec4', 'particles'),
    v: read('vec4', 'particles'),
    delta: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    moves: write('vec4', 'moves'),
    touch: write('vec4', 'touches'),
  },
  scalars: { h: 'real' },
  reference: ({ x, v, delta, masses, moves, touch, h }, first, end) => {
    for (let i = first; i < end; i++) {
      for (let c = 0; c < 3; c++) {
        moves[4 * MOVE * i + c] = x[4 * i + c] - h * v[4 * i + c];
        moves[4 * MOVE * i + 4 + c] = soundOr0(delta[4 * i + c] + h * v[4 * i + c]);
      }
      moves[4 * MOVE * i + 3] = masses[4 * i + 2];
      moves[4 * MOVE * i + 7] = masses[4 * i + 3];
      touch.fill(0, 4 * i, 4 * i + 4);
    }
  },
  wgsl: soundWgsl + wgsl,
});

/** Position at the beginning and displacement, with radius and material. */
export const moveOf = (moves: RealArray, i: number): RealArray =>
  moves.subarray(4 * MOVE * i, 4 * MOVE * (i + 1));
