import { defineKernel, read, write } from '../../kernel.ts';
import { offsetOf } from '../ways.ts';
import { frameOf } from './frame.ts';
import { stretchOf } from './triangle.ts';

/**
 * A/2 (k_u (|F_u| − 1)² + k_v (|F_v| − 1)² + k_s Σ (σ − 1)²) of every triangle, in float64.
 * The energy of a triangle in place of a spring, [LBOK13] Sec. 6.
 */
export const membraneEnergies = defineKernel({
  name: 'membraneEnergies',
  over: 'membrane',
  buffers: {
    x: read('vec4', 'particles'),
    correction: read('f64', 'coordinates'),
    corners: read('u32', 'membraneCorners', { indexes: 'particles' }),
    numbers: read('vec4', 'membraneNumbers'),
    energies: write('f64', 'elementEnergies'),
  },
  scalars: { element: 'u32' },
  reference: ({ x, correction, corners, numbers, energies, element }, first, end) => {
    for (let e = first; e < end; e++) {
      const [wu, wv, ws] = numbers.subarray(8 * e + 4, 8 * e + 7);
      const [fu, fv] = stretchOf(corners, numbers, e, offsetOf(x, correction));
      const { g11, g12, g22, sum } = frameOf(fu, fv, e);
      const difference = Math.sqrt((g11 - g22) ** 2 + g12 * g12);
      const [large, small] = [(sum + difference) / 2 - 1, (sum - difference) / 2 - 1];
      const [u, v] = [Math.hypot(...fu) - 1, Math.hypot(...fv) - 1];
      energies[element + e] = 0.5 * (wu * u * u + wv * v * v + ws * (large * large + small * small));
    }
  },
});
