import { BLOCK, defineKernel, read, write } from '../../kernel.ts';
import { frameOf, gradientOf } from './frame.ts';
import frame from './frame.wgsl?raw';
import wgsl from './membrane-sums.wgsl?raw';

/**
 * Sums over one block of triangles: [Σ A/2 (k_u (|F_u| − 1)² + k_v (|F_v| − 1)² + k_s Σ (σ − 1)²), Σ strain, greatest σ, least σ],
 * σ being the principal stretches, whose (σ₁ − 1)² + (σ₂ − 1)² is ‖F − R‖². Strain is the larger |σ − 1|.
 * The energy of a triangle in place of a spring, [LBOK13] Sec. 6.
 */
export const membraneSums = defineKernel({
  name: 'membraneSums',
  over: 'membraneBlocks',
  buffers: {
    x: read('vec4', 'particles'),
    corners: read('u32', 'membraneCorners', { indexes: 'particles' }),
    numbers: read('vec4', 'membraneNumbers'),
    totals: write('vec4', 'membraneBlocks'),
  },
  scalars: { count: 'u32' },
  reference: ({ x, corners, numbers, totals, count }, first, end) => {
    for (let block = first; block < end; block++) {
      let [energy, strains, most, least] = [0, 0, 0, Number.POSITIVE_INFINITY];
      for (let element = block * BLOCK; element < Math.min(count, (block + 1) * BLOCK); element++) {
        const [i, j, k] = corners.subarray(3 * element, 3 * element + 3);
        const [wu, wv, ws] = numbers.subarray(8 * element + 4, 8 * element + 7);
        const [fu, fv] = gradientOf(
          numbers,
          8 * element,
          (corner, c) => x[4 * (corner === 1 ? j : k) + c] - x[4 * i + c],
        );
        const { g11, g12, g22, sum } = frameOf(fu, fv, element);
        const difference = Math.sqrt((g11 - g22) ** 2 + g12 * g12);
        const [large, small] = [(sum + difference) / 2, (sum - difference) / 2];
        const [u, v] = [Math.hypot(...fu) - 1, Math.hypot(...fv) - 1];
        energy += 0.5 * (wu * u * u + wv * v * v + ws * ((large - 1) ** 2 + (small - 1) ** 2));
        strains += Math.max(Math.abs(large - 1), Math.abs(small - 1));
        most = Math.max(most, large);
        least = Math.min(least, small);
      }
      totals.set([energy, strains, most, least], 4 * block);
    }
  },
  wgsl: frame + wgsl,
});
