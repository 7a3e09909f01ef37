import { defineKernel, read, write } from '../../kernel.ts';
import { substituteOne } from '../../linear/substitute-one.ts';
import { OUTCOME, STATUS } from './status.ts';

/** The direction p with H p = −∇g, from the factor. [Davis06] Sec. 3.1. */
export const solveDirect = defineKernel({
  name: 'solveDirect',
  over: 'one',
  serial: true,
  buffers: {
    status: read('f64', 'newtonStatus'),
    ...substituteOne.buffers,
    /** ∇g. */
    b: read('f64', 'coordinates'),
    /** p. */
    x: write('f64', 'coordinates'),
  },
  scalars: substituteOne.scalars,
  reference: (args, first, end) => {
    if (args.status[STATUS.outcome] !== OUTCOME.running) return;
    substituteOne.reference(args, first, end);
    for (let c = 0; c < args.x.length; c++) args.x[c] *= -1;
  },
});
