import { defineKernel, read, write } from '../../../kernel.ts';
import wgsl from './choose.wgsl?raw';
import { finite, MOST, OUTCOME, STATUS } from './status.ts';
import helpers from './status.wgsl?raw';

/**
 * Chooses the step length α that lowers g most: g(δ + αp) − g(δ) = α²/2 pᵀMp/h² + Σ R(α) − α pᵀr, where R is the part of a spring.
 * If no length lowers g (the change is rounding, or not finite), α is 0 and the next direction is the cycle's, s. If the direction
 * already was s, it is taken with α = 1, since a plain cycle never raises g, and the solve ends.
 * The change of g, [LBOK13] Eq. (8).
 */
export const choose = defineKernel({
  name: 'choose',
  over: 'one',
  buffers: {
    sums: read('vec4', 'blocks'),
    status: write('real', 'status'),
  },
  scalars: { blocks: 'u32' },
  reference: ({ sums, status, blocks }) => {
    if (status[STATUS.outcome] !== OUTCOME.running) return;
    let [least, alpha] = [0, 0];
    for (let c = 0; c < 4; c++) {
      let remainder = 0;
      for (let block = 0; block < blocks; block++) remainder += sums[4 * block + c];
      const tried = status[STATUS.tries + c];
      const change = finite(
        remainder + tried * (0.5 * tried * status[STATUS.inertia] - status[STATUS.slope]),
      );
      if (change < least && status[STATUS.slope] < MOST) [least, alpha] = [change, tried];
    }
    if (least === 0 && status[STATUS.beta] === 0) {
      alpha = 1;
      status[STATUS.last] = 1;
    }
    status[STATUS.alpha] = alpha;
  },
  wgsl: helpers + wgsl,
});
