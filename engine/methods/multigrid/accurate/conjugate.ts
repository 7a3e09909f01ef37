import { defineKernel, read, write } from '../../../kernel.ts';
import wgsl from './conjugate.wgsl?raw';
import { finite, MOST, OUTCOME, STATUS } from './status.ts';
import helpers from './status.wgsl?raw';

/**
 * The share β of the previous direction by the formula of Polak and Ribière, [PR69], which does not need a symmetric preconditioner,
 *   β = max(0, sᵀ(r − r_before) / s_beforeᵀr_before)
 * and the slope along the new direction p = s + β p_before. If g does not decrease along p, p = s is taken, along which it does.
 */
export const conjugate = defineKernel({
  name: 'conjugate',
  over: 'one',
  buffers: {
    sums: read('vec4', 'blocks'),
    status: write('real', 'status'),
  },
  scalars: { blocks: 'u32' },
  reference: ({ sums, status, blocks }) => {
    if (status[STATUS.outcome] !== OUTCOME.running) return;
    let [promise, shared, kept] = [0, 0, 0];
    for (let block = 0; block < blocks; block++) {
      promise += sums[4 * block];
      shared += sums[4 * block + 1];
      kept += sums[4 * block + 2];
    }
    let beta = 0;
    if (status[STATUS.iterations] > 0 && status[STATUS.promise] > 0)
      beta = Math.max(0, (promise - shared) / status[STATUS.promise]);
    const slope = finite(promise + beta * kept);
    const isDescent = slope > 0 && slope < MOST && beta < MOST;
    status[STATUS.promise] = finite(promise);
    status[STATUS.beta] = isDescent ? beta : 0;
    status[STATUS.slope] = isDescent ? slope : finite(promise);
  },
  wgsl: helpers + wgsl,
});
