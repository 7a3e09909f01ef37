import { defineKernel, read, write } from '../../kernel.ts';
import { differenceOf, lengthening, offsetOf } from '../ways.ts';
import { combinationOf, normalOf } from './hinge.ts';

/**
 * What a hinge's energy rises by along α p beyond the slope, in float64: with d = α Σ c_k p_k
 *   E = ½ (‖v‖² + n₀²) − n₀ ‖v‖,   so   |d|²/2 − n₀ (‖v + d‖ − ‖v‖ − n·d)
 * The energy of [BWH*06], with a rest angle.
 */
export const bendingRises = defineKernel({
  name: 'bendingRises',
  over: 'bending',
  buffers: {
    x: read('vec4', 'particles'),
    correction: read('f64', 'coordinates'),
    direction: read('f64', 'coordinates'),
    corners: read('u32', 'bendingCorners', { indexes: 'particles' }),
    numbers: read('vec4', 'bendingNumbers'),
    lengths: read('f64', 'lengths'),
    energies: write('f64', 'elementEnergies'),
  },
  scalars: { element: 'u32' },
  reference: ({ x, correction, direction, corners, numbers, lengths, energies, element }, first, end) => {
    for (let e = first; e < end; e++) {
      const rest = numbers[4 * e + 3];
      const v = combinationOf(corners, numbers, e, offsetOf(x, correction));
      const d = combinationOf(corners, numbers, e, differenceOf(direction)).map(
        (value) => lengths[0] * value,
      );
      const dot = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
      const { n, isFlat } = normalOf(v, rest, e);
      const [vv, vd, dd] = [dot(v, v), dot(v, d), dot(d, d)];
      const longer = isFlat ? Math.sqrt(vv + 2 * vd + dd) - dot(n, v) - dot(n, d) : lengthening(vv, vd, dd);
      energies[element + e] = 0.5 * dd - (rest > 0 ? rest * longer : 0);
    }
  },
});
