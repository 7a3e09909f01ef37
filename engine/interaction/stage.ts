/** Hands that hold by springs, as a stage of the step: after `predict`. */
import type { Stage } from '../stage.ts';
import { hold } from './hold.ts';
import { recordHold } from './holds.ts';

export const holding: Stage = {
  id: 'hold',
  changes: 'integration',
  kernels: [hold],
  record: ({ h, partakers }) => (partakers.holds ? [recordHold(h)] : []),
};
