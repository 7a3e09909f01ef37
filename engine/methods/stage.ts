/** The method's solve as a stage of the step. */
import type { Stage } from '../stage.ts';
import { canSplit } from '../tearing/split/plan.ts';
import { METHODS } from './index.ts';

export const solving: Stage = {
  id: 'method',
  changes: 'integration',
  kernels: METHODS.flatMap(({ kernels }) => kernels),
  prepare: ({ told, setting }) => told.method.prepare(setting),
  // A particle that splits changes its mass: all is prepared then.
  renew: ({ model, told: { method }, setting }) =>
    (canSplit(model) ? undefined : method.renew?.(setting)) ?? method.prepare(setting),
  record: ({ solve }) => solve.program,
};
