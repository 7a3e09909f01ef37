import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './bending-product.wgsl?raw';

/**
 * −K p at every corner, K being the Hessian of a hinge's energy at x + δ with its negative eigenvalues set to 0, and p in `direction`:
 *   c_k (s dv + (1 − s) (n·dv) n),  n = v/‖v‖,  s = 1 − n₀/‖v‖ where that is positive, dv = Σ c_k p_k
 * The energy of [BWH*06], with a rest angle.
 */
export const bendingProduct = defineKernel({
  name: 'bendingProduct',
  over: 'bending',
  buffers: {
    x: read('vec4', 'particles'),
    delta: read('vec4', 'particles'),
    direction: read('vec4', 'particles'),
    corners: read('u32', 'bendingCorners', { indexes: 'particles' }),
    numbers: read('vec4', 'bendingNumbers'),
    contributions: write('vec4', 'contributions'),
  },
  scalars: { base: 'u32' },
  reference: ({ x, delta, direction, corners, numbers, contributions, base }, first, end) => {
    for (let element = first; element < end; element++) {
      const [c1, c2, c3, rest] = numbers.subarray(4 * element, 4 * element + 4);
      const [o, i, j, k] = corners.subarray(4 * element, 4 * element + 4);
      const combined = (at: (particle: number, c: number) => number) =>
        [0, 1, 2].map(
          (c) => c1 * (at(i, c) - at(o, c)) + c2 * (at(j, c) - at(o, c)) + c3 * (at(k, c) - at(o, c)),
        );
      const v = combined((particle, c) => x[4 * particle + c] + delta[4 * particle + c]);
      const d = combined((particle, c) => direction[4 * particle + c]);
      const length = Math.hypot(...v);
      const share = length > rest ? 1 - rest / length : 0;
      const straight =
        share < 1 && length > 0 ? ((1 - share) * (v[0] * d[0] + v[1] * d[1] + v[2] * d[2])) / length ** 2 : 0;
      const at = 4 * (base + 4 * element);
      for (let c = 0; c < 3; c++) {
        const q = share * d[c] + straight * v[c];
        contributions[at + c] = c1 * q + c2 * q + c3 * q;
        contributions[at + 4 + c] = -c1 * q;
        contributions[at + 8 + c] = -c2 * q;
        contributions[at + 12 + c] = -c3 * q;
      }
      for (let corner = 0; corner < 4; corner++) contributions[at + 4 * corner + 3] = 0;
    }
  },
  wgsl,
});
