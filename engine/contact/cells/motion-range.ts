import { BLOCK, defineKernel, read, write } from '../../kernel.ts';
import { soundOr0 } from '../../motion/sound.ts';
import soundWgsl from '../../motion/sound.wgsl?raw';
import { moveOf } from './foresee.ts';
import wgsl from './motion-range.wgsl?raw';
import rangeWgsl from './range.wgsl?raw';

/** Metres. Past whatever is sound, and the same in float32. */
export const FAR = 2 ** 50;

/** vec4s of a block's ranges. */
export const RANGES = 4;

/**
 * Of a block of particles along each axis: the least and the greatest way; and how far they are at the least and at the most, at both
 * ends of the step, from where they were `since` neighbours were looked for. One whose radius has changed since then is infinitely
 * far. Balls, which have no cell, are left out.
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
