import { BLOCK, defineKernel, read, write } from '../../kernel.ts';
import { soundOr0 } from '../../motion/sound.ts';
import soundWgsl from '../../motion/sound.wgsl?raw';
import { moveOf } from './foresee.ts';
import wgsl from './motion-range.wgsl?raw';
import rangeWgsl from './range.wgsl?raw';

/** Metres. Beyond any valid coordinate, and exact in float32. */
export const FAR = 2 ** 50;

/** vec4s of a block's ranges. */
export const RANGES = 4;

/**
 * For a block of particles, along each axis: the least and the greatest displacement; and the least and the greatest drift, at both
 * ends of the step, from the positions in `since`, for which the neighbour lists were built. A particle whose radius has changed since
 * has an infinite drift. Balls, which have no cell, are left out.
 * No paper: contact/particles/README.md derives it.
 */
export const motionRange = defineKernel({
  name: 'motionRange',
  over: 'particleBlocks',
  buffers: {
    moves: read('vec4', 'moves'),
    since: read('vec4', 'particles'),
    rest: read('vec4', 'particles'),
    ranges: write('vec4', 'motionRanges'),
  },
  scalars: { count: 'u32' },
  reference: ({ moves, since, rest, ranges, count }, first, end) => {
    for (let block = first; block < end; block++) {
      const found = [FAR, -FAR, FAR, -FAR].map((value) => [value, value, value, 0]);
      const [leastWay, greatestWay, nearest, farthest] = found;
      for (let i = block * BLOCK; i < Math.min(count, (block + 1) * BLOCK); i++) {
        if (rest[4 * i + 3] < 0) continue;
        const move = moveOf(moves, i);
        const isOther = move[3] !== since[4 * i + 3];
        for (let c = 0; c < 3; c++) {
          const [way, drift] = [move[4 + c], soundOr0(move[c] - since[4 * i + c])];
          leastWay[c] = Math.min(leastWay[c], way);
          greatestWay[c] = Math.max(greatestWay[c], way);
          nearest[c] = Math.min(nearest[c], isOther ? -FAR : drift + Math.min(0, way));
          farthest[c] = Math.max(farthest[c], isOther ? FAR : drift + Math.max(0, way));
        }
      }
      ranges.set(found.flat(), 4 * RANGES * block);
    }
  },
  lanes: BLOCK,
  wgsl: soundWgsl + rangeWgsl + wgsl,
});
