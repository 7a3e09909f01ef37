import { defineKernel, read, write } from '../../kernel.ts';
import { OUTCOME, STATUS } from './status.ts';

/**
 * What elements add to the gradient, and to the forces that it is measured by: corner by corner, in the order of the elements.
 * No paper: it adds.
 */
export const addPulls = defineKernel({
  name: 'addPulls',
  over: 'elementCorners',
  serial: true,
  buffers: {
    elementCorners: read('u32', 'elementCorners', { indexes: 'particles' }),
    elementPulls: read('f64', 'elementPulls'),
    gradient: write('f64', 'coordinates'),
    scales: write('f64', 'particles'),
    status: read('f64', 'newtonStatus'),
  },
  scalars: {},
  reference: ({ elementCorners, elementPulls, gradient, scales, status }, first, end) => {
    if (status[STATUS.outcome] !== OUTCOME.running) return;
    for (let k = first; k < end; k++) {
      const i = elementCorners[k];
      for (let c = 0; c < 3; c++) gradient[3 * i + c] += elementPulls[4 * k + c];
      scales[i] += elementPulls[4 * k + 3];
    }
  },
});
