import { BLOCK, defineKernel, type RealArray, read, write } from '../../kernel.ts';
import { isSound } from '../../motion/sound.ts';
import soundWgsl from '../../motion/sound.wgsl?raw';
import wgsl from './motion-range.wgsl?raw';
import rangeWgsl from './range.wgsl?raw';

/** How far particle i goes in the step along axis c, metres: δ + h v. What is not a number counts as nothing. */
export function wayOf(v: RealArray, delta: RealArray, h: number, i: number, c: number): number {
  const way = delta[4 * i + c] + h * v[4 * i + c];
  return isSound(way) ? way : 0;
}

/** The least and the greatest way of a block of particles along each axis; balls, which have no cell, are left out. */
export const motionRange = defineKernel({
  name: 'motionRange',
  over: 'particleBlocks',
  buffers: {
    v: read('vec4', 'particles'),
    delta: read('vec4', 'particles'),
    rest: read('vec4', 'particles'),
    lowest: write('vec4', 'particleBlocks'),
    highest: write('vec4', 'particleBlocks'),
  },
  scalars: { count: 'u32', h: 'real' },
  reference: ({ v, delta, rest, lowest, highest, count, h }, first, end) => {
    for (let block = first; block < end; block++) {
      const [low, high] = [
        [1e15, 1e15, 1e15, 0],
        [-1e15, -1e15, -1e15, 0],
      ];
      for (let i = block * BLOCK; i < Math.min(count, (block + 1) * BLOCK); i++) {
        if (rest[4 * i + 3] < 0) continue;
        for (let c = 0; c < 3; c++) {
          const way = wayOf(v, delta, h, i, c);
          low[c] = Math.min(low[c], way);
          high[c] = Math.max(high[c], way);
        }
      }
      lowest.set(low, 4 * block);
      highest.set(high, 4 * block);
    }
  },
  lanes: BLOCK,
  wgsl: soundWgsl + rangeWgsl + wgsl,
});
