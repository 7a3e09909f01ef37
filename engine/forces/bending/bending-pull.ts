import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './bending-pull.wgsl?raw';

/** |v|² over n₀² below which a hinge has no direction: it takes an axis by its number. */
const FLAT = 1e-12;

/**
 * The local step of a hinge, [LBOK13] Eq. (10) for the quadratic energy of [BWH*06] with a rest angle, E = ½ (‖v‖ − n₀)²:
 *   p = n₀ v/‖v‖;   corner k gets c_k p
 * With `own` 1 it is the force c_k (p − v). Where v is (nearly) 0 and n₀ is not, p is along an axis by the element's number.
 */
export const bendingPull = defineKernel({
  name: 'bendingPull',
  over: 'bending',
  buffers: {
    x: read('vec4', 'particles'),
    delta: read('vec4', 'particles'),
    corners: read('u32', 'bendingCorners', { indexes: 'particles' }),
    numbers: read('vec4', 'bendingNumbers'),
    contributions: write('vec4', 'contributions'),
  },
  scalars: { base: 'u32', own: 'real' },
  reference: ({ x, delta, corners, numbers, contributions, base, own }, first, end) => {
    for (let element = first; element < end; element++) {
      const [c1, c2, c3, rest] = numbers.subarray(4 * element, 4 * element + 4);
      const [o, i, j, k] = corners.subarray(4 * element, 4 * element + 4);
      const span = (other: number, c: number) =>
        x[4 * other + c] - x[4 * o + c] + (delta[4 * other + c] - delta[4 * o + c]);
      const v = [0, 1, 2].map((c) => c1 * span(i, c) + c2 * span(j, c) + c3 * span(k, c));
      const length2 = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
      const hasDirection = length2 > FLAT * rest * rest && length2 > 0;
      const scale = hasDirection ? rest / Math.sqrt(length2) : 0;
      const at = 4 * (base + 4 * element);
      for (let c = 0; c < 3; c++) {
        const axis = !hasDirection && c === element % 3 ? rest : 0;
        const q = scale * v[c] + axis - own * v[c];
        contributions[at + c] = -(c1 * q + c2 * q + c3 * q);
        contributions[at + 4 + c] = c1 * q;
        contributions[at + 8 + c] = c2 * q;
        contributions[at + 12 + c] = c3 * q;
      }
      for (let corner = 0; corner < 4; corner++) contributions[at + 4 * corner + 3] = 0;
    }
  },
  wgsl,
});
