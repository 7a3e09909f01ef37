import { defineKernel, read, write } from '../../kernel.ts';
import { directionOf, dot, frameOf, gradientOf } from './frame.ts';
import frame from './frame.wgsl?raw';
import wgsl from './membrane-product.wgsl?raw';

/**
 * −K p at every corner, K being the Hessian of a triangle's energy at x + δ with its negative eigenvalues set to 0, and p in `direction`.
 *   ½ (|F_u| − 1)²:  n nᵀ + s (I − n nᵀ),  s = 1 − 1/|F_u| where that is positive, n = F_u/|F_u|
 *   ½ ‖F − R‖²:      dF − dR. In the plane dR turns by ω = (R_v·dF_u − R_u·dF_v)/(σ₁ + σ₂), an eigenvalue of 1 − 2/(σ₁ + σ₂); out of it
 *                    dR is the normal part of dF times (RᵀF)⁻¹, eigenvalues of 1 − 1/σ
 * so that σ₁ + σ₂ below 2 and σ below 1 count as 2 and 1.
 */
export const membraneProduct = defineKernel({
  name: 'membraneProduct',
  over: 'membrane',
  buffers: {
    x: read('vec4', 'particles'),
    delta: read('vec4', 'particles'),
    direction: read('vec4', 'particles'),
    corners: read('u32', 'membraneCorners', { indexes: 'particles' }),
    numbers: read('vec4', 'membraneNumbers'),
    contributions: write('vec4', 'contributions'),
  },
  scalars: { base: 'u32' },
  reference: ({ x, delta, direction, corners, numbers, contributions, base }, first, end) => {
    for (let element = first; element < end; element++) {
      const [i, j, k] = corners.subarray(3 * element, 3 * element + 3);
      const [b1, b2, c1, c2, wu, wv, ws] = numbers.subarray(8 * element, 8 * element + 7);
      const [fu, fv] = gradientOf(numbers, 8 * element, (corner, c) => {
        const other = corner === 1 ? j : k;
        return x[4 * other + c] - x[4 * i + c] + (delta[4 * other + c] - delta[4 * i + c]);
      });
      const [du, dv] = gradientOf(numbers, 8 * element, (corner, c) => {
        const other = corner === 1 ? j : k;
        return direction[4 * other + c] - direction[4 * i + c];
      });
      const { e1, e2, g11, g12, g22, sum } = frameOf(fu, fv, element);
      const [cosine, sine] = sum > 0 ? [(g11 + g22) / sum, -g12 / sum] : [1, 0];
      const ru = e1.map((value, c) => cosine * value + sine * e2[c]);
      const rv = e2.map((value, c) => cosine * value - sine * e1[c]);
      const normal = [0, 1, 2].map(
        (c) => ru[(c + 1) % 3] * rv[(c + 2) % 3] - ru[(c + 2) % 3] * rv[(c + 1) % 3],
      );
      // U = RᵀF, symmetric, and its inverse with singular values of 1 at least.
      const [u11, u12, u22] = [dot(ru, fu), dot(ru, fv), dot(rv, fv)];
      const half = (u11 - u22) / 2;
      const away = Math.sqrt(half * half + u12 * u12);
      const [large, small] = [sum / 2 + away, sum / 2 - away].map((value) => 1 / Math.max(value, 1));
      const bend = away > 1e-6 ? (large - small) / (2 * away) : 0;
      const [m11, m12, m22] = [
        (large + small) / 2 + bend * half,
        bend * u12,
        (large + small) / 2 - bend * half,
      ];
      const turn = (dot(rv, du) - dot(ru, dv)) / Math.max(sum, 2);
      const [outU, outV] = [dot(normal, du), dot(normal, dv)];
      const [leanU, leanV] = [m11 * outU + m12 * outV, m12 * outU + m22 * outV];
      const along = (f: number[], axis: number[], d: number[]) => {
        const length2 = dot(f, f);
        const n = directionOf(f) ?? axis;
        const share = length2 > 1 ? 1 - 1 / Math.sqrt(length2) : 0;
        const straight = (1 - share) * dot(n, d);
        return d.map((value, c) => share * value + straight * n[c]);
      };
      const [hu, hv] = [along(fu, e1, du), along(fv, e2, dv)];
      const at = 4 * (base + 3 * element);
      for (let c = 0; c < 3; c++) {
        const pu = wu * hu[c] + ws * (du[c] - turn * rv[c] - leanU * normal[c]);
        const pv = wv * hv[c] + ws * (dv[c] + turn * ru[c] - leanV * normal[c]);
        const [q1, q2] = [b1 * pu + c1 * pv, b2 * pu + c2 * pv];
        contributions[at + c] = q1 + q2;
        contributions[at + 4 + c] = -q1;
        contributions[at + 8 + c] = -q2;
      }
      for (let corner = 0; corner < 3; corner++) contributions[at + 4 * corner + 3] = 0;
    }
  },
  wgsl: frame + wgsl,
});
