import { defineKernel, read, write } from '../../kernel.ts';
import { differenceOf, offsetOf } from '../ways.ts';
import { dot } from './frame.ts';
import frame from './frame.wgsl?raw';
import wgsl from './membrane-product.wgsl?raw';
import { curvatureAt, stretchOf, triangleAt } from './triangle.ts';

/**
 * −K p at every corner, K being the Hessian of a triangle's energy at x + δ with its negative eigenvalues set to 0 (triangle.ts), and p in `direction`.
 * The energy of a triangle in place of a spring, [LBOK13] Sec. 6.
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
      const [b1, b2, c1, c2, wu, wv, ws] = numbers.subarray(8 * element, 8 * element + 7);
      const [fu, fv] = stretchOf(corners, numbers, element, offsetOf(x, delta, 4));
      const [du, dv] = stretchOf(corners, numbers, element, differenceOf(direction, 4));
      const triangle = triangleAt(fu, fv, element);
      const { nu, nv, ru, rv } = triangle;
      const { shareU, shareV, normal, turning, lean } = curvatureAt(triangle, true);
      const turn = turning * (dot(rv, du) - dot(ru, dv));
      const [outU, outV] = [dot(normal, du), dot(normal, dv)];
      const [leanU, leanV] = [lean.m11 * outU + lean.m12 * outV, lean.m12 * outU + lean.m22 * outV];
      const along = (share: number, n: readonly number[], d: readonly number[]) => {
        const straight = (1 - share) * dot(n, d);
        return d.map((value, c) => share * value + straight * n[c]);
      };
      const [hu, hv] = [along(shareU, nu, du), along(shareV, nv, dv)];
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
