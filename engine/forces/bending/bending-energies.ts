import { defineKernel, read, write } from '../../kernel.ts';
import { offsetOf } from '../ways.ts';
import { combinationOf } from './hinge.ts';

/** ½ (‖v‖ − n₀)² of every hinge, in float64. The energy of [BWH*06], with a rest angle. */
export const bendingEnergies = defineKernel({
  name: 'bendingEnergies',
  over: 'bending',
  buffers: {
    x: read('vec4', 'particles'),
    correction: read('f64', 'coordinates'),
    corners: read('u32', 'bendingCorners', { indexes: 'particles' }),
    numbers: read('vec4', 'bendingNumbers'),
    energies: write('f64', 'elementEnergies'),
  },
  scalars: { element: 'u32' },
  reference: ({ x, correction, corners, numbers, energies, element }, first, end) => {
    for (let e = first; e < end; e++) {
      const rest = numbers[4 * e + 3];
      const v = combinationOf(corners, numbers, e, offsetOf(x, correction));
      energies[element + e] = 0.5 * (Math.hypot(...v) - rest) ** 2;
    }
  },
});
