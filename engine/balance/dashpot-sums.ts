import { BLOCK, defineKernel, read, write } from '../kernel.ts';
import wgsl from './dashpot-sums.wgsl?raw';

/**
 * Sums over one block of springs, joules: [−Σ s r (|e| − |e_n|)², 0, 0, 0], the work of the dashpots of `dampen`, whose force along the
 * spring is −s r (|e| − |e_n|), r = β/h.
 * No paper: README.md derives it.
 */
export const dashpotSums = defineKernel({
  name: 'dashpotSums',
  over: 'springBlocks',
  buffers: {
    x: read('vec4', 'particles'),
    fromX: read('vec4', 'particles'),
    ends: read('uvec2', 'springs', { indexes: 'particles' }),
    springs: read('vec2', 'springs'),
    dashpotTotals: write('vec4', 'springBlocks'),
  },
  scalars: { count: 'u32', ratio: 'real' },
  reference: ({ x, fromX, ends, springs, dashpotTotals, count, ratio }, first, end) => {
    const lengthIn = (at: typeof x, i: number, j: number) =>
      Math.hypot(at[i] - at[j], at[i + 1] - at[j + 1], at[i + 2] - at[j + 2]);
    for (let block = first; block < end; block++) {
      let work = 0;
      for (let s = block * BLOCK; s < Math.min(count, (block + 1) * BLOCK); s++) {
        const [i, j] = [4 * ends[2 * s], 4 * ends[2 * s + 1]];
        work -= springs[2 * s + 1] * ratio * (lengthIn(x, i, j) - lengthIn(fromX, i, j)) ** 2;
      }
      dashpotTotals.set([work, 0, 0, 0], 4 * block);
    }
  },
  wgsl,
});
