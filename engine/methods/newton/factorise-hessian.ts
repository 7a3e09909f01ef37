import { defineKernel, write } from '../../kernel.ts';
import { factorise } from '../../linear/factorise.ts';
import { STATUS } from './status.ts';

/**
 * `factorise`, where it is due. A pivot of the true Hessian that is not positive makes the corrected one due in its place;
 * that one is used without a further check, and the line search decides how far to follow its direction.
 * [LBOK13] Sec. 5: a corrected Hessian where it is indefinite.
 */
export const factoriseHessian = defineKernel({
  name: 'factoriseHessian',
  over: 'one',
  serial: true,
  buffers: { status: write('f64', 'newtonStatus'), ...factorise.buffers },
  scalars: factorise.scalars,
  reference: (args, first, end) => {
    const { status, failures } = args;
    if (status[STATUS.due] === 0) return;
    factorise.reference(args, first, end);
    if (failures[0] > 0 && status[STATUS.corrected] === 0) {
      status[STATUS.corrected] = 1;
      status[STATUS.corrections]++;
    } else {
      status[STATUS.due] = 0;
    }
  },
});
