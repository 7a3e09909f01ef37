import { defineKernel, read, write } from '../../kernel.ts';
import { moveOf } from '../cells/foresee.ts';
import wgsl from './set-out.wgsl?raw';

/**
 * Before the rounds: each particle's free displacement with its inverse mass, and again as the result of the last round; and the
 * same with its compliance, the inverse mass times the number of contacts that share it, a collider being one. A particle that is no ball and
 * has no contact keeps its free displacement; w = 1 behind the result of the last round makes the rounds skip it. In a world without
 * balls and colliders, particles with empty rows are skipped here and in the rounds.
 * [TBV12]: compliance is the inverse mass times the contacts that share it.
 */
export const setOut = defineKernel({
  name: 'setOut',
  over: 'particles',
  buffers: {
    moves: read('vec4', 'moves'),
    masses: read('vec4', 'particles'),
    rest: read('vec4', 'particles'),
    rowStarts: read('u32', 'binStarts'),
    touch: write('vec4', 'touches'),
    free: write('vec4', 'fates'),
    ways: write('vec4', 'particles'),
    next: write('vec4', 'particles'),
  },
  scalars: { particles: 'u32', onlyRows: 'u32' },
  reference: (
    { moves, masses, rest, rowStarts, touch, free, ways, next, particles, onlyRows },
    first,
    end,
  ) => {
    for (let i = first; i < end; i++) {
      if (onlyRows > 0 && rowStarts[i] === rowStarts[i + 1]) continue;
      const way = moveOf(moves, i).subarray(4, 7);
      const weight = masses[4 * i + 1];
      const ground = touch
        .subarray(4 * (particles + i), 4 * (particles + i) + 3)
        .some((value) => value !== 0);
      const shared = rowStarts[i + 1] - rowStarts[i] + Number(ground);
      const isAlone = shared === 0 && rest[4 * i + 3] >= 0;
      const yields = weight * Math.max(1, shared);
      free.set([...way, weight], 4 * i);
      free.set([...way, Number(isAlone)], 4 * (particles + i));
      ways.set([...way, yields], 4 * i);
      next.set([...way, yields], 4 * i);
      for (const k of [3, 4]) touch.fill(0, 4 * (k * particles + i), 4 * (k * particles + i + 1));
    }
  },
  wgsl,
});
