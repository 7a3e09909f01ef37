import { defineKernel, read, write } from '../../kernel.ts';
import { largestAt, offsetOf } from '../ways.ts';
import { curvatureAt, stretchOf, triangleAt } from './triangle.ts';

/** Rows of the three couples: which two corners each is between. */
const COUPLES = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

/**
 * The gradient and the Hessian of a triangle's energy, in float64; what they are written to is in forces/exact.ts. With g_k = (b_k, c_k),
 *   ∂E/∂x_k = b_k P_u + c_k P_v,   P_u = w_u (F_u − n_u) + w_s (F_u − R_u)
 *   T_kl = −Σ_{s,t} g_ks g_lt H_st,   H the Hessian with respect to F_u and F_v, in 3×3 blocks (triangle.ts)
 * The energy of a triangle in place of a spring, [LBOK13] Sec. 6.
 */
export const membraneTangents = defineKernel({
  name: 'membraneTangents',
  over: 'membrane',
  buffers: {
    x: read('vec4', 'particles'),
    correction: read('f64', 'coordinates'),
    corners: read('u32', 'membraneCorners', { indexes: 'particles' }),
    numbers: read('vec4', 'membraneNumbers'),
    pulls: write('f64', 'elementPulls'),
    tensors: write('f64', 'elementTensors'),
  },
  scalars: { corner: 'u32', couple: 'u32', positive: 'u32', rounding: 'real' },
  reference: (args, first, end) => {
    const { x, correction, corners, numbers, pulls, tensors, corner, couple } = args;
    const { positive, rounding } = args;
    for (let e = first; e < end; e++) {
      const [b1, b2, c1, c2, wu, wv, ws] = numbers.subarray(8 * e, 8 * e + 7);
      const [b, c] = [
        [-b1 - b2, b1, b2],
        [-c1 - c2, c1, c2],
      ];
      const [fu, fv] = stretchOf(corners, numbers, e, offsetOf(x, correction));
      const triangle = triangleAt(fu, fv, e);
      const { nu, nv, ru, rv } = triangle;
      const off = rounding * largestAt(correction, corners.subarray(3 * e, 3 * e + 3));
      const sizeOf = (w: number, f: readonly number[], one: number, two: number) =>
        (w + ws) * Math.max(1, Math.hypot(...f), off * (Math.abs(one) + Math.abs(two)));
      const [sizeU, sizeV] = [sizeOf(wu, fu, b1, b2), sizeOf(wv, fv, c1, c2)];
      for (let k = 0; k < 3; k++) {
        const at = 4 * (corner + 3 * e + k);
        for (let d = 0; d < 3; d++) {
          const pu = wu * (fu[d] - nu[d]) + ws * (fu[d] - ru[d]);
          const pv = wv * (fv[d] - nv[d]) + ws * (fv[d] - rv[d]);
          pulls[at + d] = b[k] * pu + c[k] * pv;
        }
        pulls[at + 3] = Math.abs(b[k]) * sizeU + Math.abs(c[k]) * sizeV;
      }
      const { shareU, shareV, normal, turning, lean } = curvatureAt(triangle, positive !== 0);
      for (let row = 0; row < 3; row++)
        for (let column = 0; column < 3; column++) {
          const identity = row === column ? 1 : 0;
          const out = normal[row] * normal[column];
          const along = (w: number, s: number, n: readonly number[]) =>
            w * (s * identity + (1 - s) * n[row] * n[column]);
          const turn = (from: readonly number[], to: readonly number[]) => turning * from[row] * to[column];
          const huu = along(wu, shareU, nu) + ws * (identity - turn(rv, rv) - lean.m11 * out);
          const hvv = along(wv, shareV, nv) + ws * (identity - turn(ru, ru) - lean.m22 * out);
          const huv = ws * (turn(rv, ru) - lean.m12 * out);
          const hvu = ws * (turn(ru, rv) - lean.m12 * out);
          COUPLES.forEach(([k, l], pair) => {
            tensors[9 * (couple + 3 * e + pair) + 3 * row + column] = -(
              b[k] * (b[l] * huu + c[l] * huv) +
              c[k] * (b[l] * hvu + c[l] * hvv)
            );
          });
        }
    }
  },
});
