import { defineKernel, read, write } from '../../kernel.ts';
import { largestAt, offsetOf } from '../ways.ts';
import { combinationOf, normalOf } from './hinge.ts';

/**
 * The gradient and the Hessian of a hinge's energy ½ (‖v‖ − n₀)², in float64; what they are written to is in forces/exact.ts.
 *   ∂E/∂x_k = c_k (v − n₀ n),   n = v/‖v‖
 *   T_kl = −c_k c_l (s I + (1 − s) n nᵀ),   s = 1 − n₀/‖v‖, with `positive` not below 0
 * Where v is (nearly) 0 and n₀ is not, n is an axis by the hinge's number and s is 1, as of the energy ½ ‖v − n₀ n‖² with n held.
 * The energy of [BWH*06], with a rest angle.
 */
export const bendingTangents = defineKernel({
  name: 'bendingTangents',
  over: 'bending',
  buffers: {
    x: read('vec4', 'particles'),
    correction: read('f64', 'coordinates'),
    corners: read('u32', 'bendingCorners', { indexes: 'particles' }),
    numbers: read('vec4', 'bendingNumbers'),
    pulls: write('f64', 'elementPulls'),
    tensors: write('f64', 'elementTensors'),
  },
  scalars: { corner: 'u32', couple: 'u32', positive: 'u32', rounding: 'real' },
  reference: (args, first, end) => {
    const { x, correction, corners, numbers, pulls, tensors, corner, couple } = args;
    const { positive, rounding } = args;
    for (let e = first; e < end; e++) {
      const [c1, c2, c3, rest] = numbers.subarray(4 * e, 4 * e + 4);
      const shares = [-c1 - c2 - c3, c1, c2, c3];
      const way = offsetOf(x, correction);
      const v = combinationOf(corners, numbers, e, way);
      const length = Math.hypot(...v);
      const { n, isFlat } = normalOf(v, rest, e);
      // Flat hinges have ‖v‖ = n₀ = 0: what rounds is the way to each corner.
      const off = rounding * largestAt(correction, corners.subarray(4 * e, 4 * e + 4));
      let size = Math.max(rest, length);
      for (let k = 1; k < 4; k++) {
        const [o, other] = [corners[4 * e], corners[4 * e + k]];
        size +=
          Math.abs(shares[k]) *
          Math.max(off, Math.hypot(way(o, other, 0), way(o, other, 1), way(o, other, 2)));
      }
      for (let k = 0; k < 4; k++) {
        const at = 4 * (corner + 4 * e + k);
        for (let c = 0; c < 3; c++) pulls[at + c] = shares[k] * (v[c] - rest * n[c]);
        pulls[at + 3] = Math.abs(shares[k]) * size;
      }
      const across = isFlat ? 1 : 1 - rest / length;
      const s = positive ? Math.max(0, across) : across;
      let at = 9 * (couple + 6 * e);
      for (let k = 0; k < 4; k++)
        for (let l = k + 1; l < 4; l++)
          for (let row = 0; row < 3; row++)
            for (let column = 0; column < 3; column++) {
              const along = (1 - s) * n[row] * n[column];
              tensors[at++] = -shares[k] * shares[l] * (along + (row === column ? s : 0));
            }
    }
  },
});
