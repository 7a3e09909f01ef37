import { defineKernel, read, write } from '../../kernel.ts';
import { offsetOf } from '../ways.ts';
import frame from './frame.wgsl?raw';
import wgsl from './membrane-pull.wgsl?raw';
import { stretchOf, triangleAt } from './triangle.ts';

/**
 * The local step of a triangle, [LBOK13] Eq. (10) for E = A/2 (k_u (|F_u| − 1)² + k_v (|F_v| − 1)² + k_s ‖F − R‖²):
 *   F = [x₁ − x₀, x₂ − x₀] D_m⁻¹,   R its nearest rotation, by the polar decomposition of [LBOK13] Sec. 6
 *   P_u = w_u F_u/|F_u| + w_s R_u,   and so P_v;   corner k gets b_k P_u + c_k P_v
 * With `own` 1 it is the force: (w_u + w_s) F_u and (w_v + w_s) F_v are taken off, which the springs without length do in the
 * local step. What its corners get adds up to 0.
 */
export const membranePull = defineKernel({
  name: 'membranePull',
  over: 'membrane',
  buffers: {
    x: read('vec4', 'particles'),
    delta: read('vec4', 'particles'),
    corners: read('u32', 'membraneCorners', { indexes: 'particles' }),
    numbers: read('vec4', 'membraneNumbers'),
    contributions: write('vec4', 'contributions'),
  },
  scalars: { base: 'u32', own: 'real' },
  reference: ({ x, delta, corners, numbers, contributions, base, own }, first, end) => {
    for (let element = first; element < end; element++) {
      const [b1, b2, c1, c2, wu, wv, ws] = numbers.subarray(8 * element, 8 * element + 7);
      const [fu, fv] = stretchOf(corners, numbers, element, offsetOf(x, delta, 4));
      const { nu, nv, ru, rv } = triangleAt(fu, fv, element);
      const at = 4 * (base + 3 * element);
      for (let c = 0; c < 3; c++) {
        const pu = wu * (nu[c] - own * fu[c]) + ws * (ru[c] - own * fu[c]);
        const pv = wv * (nv[c] - own * fv[c]) + ws * (rv[c] - own * fv[c]);
        const [q1, q2] = [b1 * pu + c1 * pv, b2 * pu + c2 * pv];
        contributions[at + c] = -(q1 + q2);
        contributions[at + 4 + c] = q1;
        contributions[at + 8 + c] = q2;
      }
      for (let corner = 0; corner < 3; corner++) contributions[at + 4 * corner + 3] = 0;
    }
  },
  wgsl: frame + wgsl,
});
