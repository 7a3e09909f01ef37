/** Cutting by wedges as a stage of the step: after `finish`. */
import type { Stage } from '../../stage.ts';
import { bladeMemory, recordBlades } from './blades.ts';
import { flankQuads } from './flank-quads.ts';
import { slice } from './slice.ts';

export const slicing: Stage = {
  id: 'slice',
  changes: 'tearing',
  kernels: [slice, flankQuads],
  memory: ({ model, contact }) => (contact.colliders.blades.length > 0 ? bladeMemory(model) : {}),
  record: ({ model, contact, h }) => recordBlades(model, contact.colliders.blades, h),
};
