import { BLOCK, defineKernel, read, write } from '../../kernel.ts';
import wgsl from './bending-sums.wgsl?raw';

/**
 * Sums over one block of hinges: [Σ ½ (‖v‖ − n₀)², 0, 1, 1]: a hinge has an energy, and no strain.
 * The energy of [BWH*06], with a rest angle.
 */
export const bendingSums = defineKernel({
  name: 'bendingSums',
  over: 'bendingBlocks',
  buffers: {
    x: read('vec4', 'particles'),
    corners: read('u32', 'bendingCorners', { indexes: 'particles' }),
    numbers: read('vec4', 'bendingNumbers'),
    totals: write('vec4', 'bendingBlocks'),
  },
  scalars: { count: 'u32' },
  reference: ({ x, corners, numbers, totals, count }, first, end) => {
    for (let block = first; block < end; block++) {
      let energy = 0;
      for (let element = block * BLOCK; element < Math.min(count, (block + 1) * BLOCK); element++) {
        const [c1, c2, c3, rest] = numbers.subarray(4 * element, 4 * element + 4);
        const [o, i, j, k] = corners.subarray(4 * element, 4 * element + 4);
        const v = [0, 1, 2].map((c) => {
          const span = (other: number) => x[4 * other + c] - x[4 * o + c];
          return c1 * span(i) + c2 * span(j) + c3 * span(k);
        });
        energy += 0.5 * (Math.hypot(...v) - rest) ** 2;
      }
      totals.set([energy, 0, 1, 1], 4 * block);
    }
  },
  wgsl,
});
