/** Tearing as a stage of the step, at its end. Cuts by hand run outside the step; their kernels are listed here too. */
import type { Stage } from '../stage.ts';
import { cut } from './cut.ts';
import { noteTears } from './note-tears.ts';
import { sideQuads } from './split/side-quads.ts';
import { unpin } from './split/unpin.ts';
import { tear } from './tear.ts';
import { recordTear, tearingMemory } from './tearing.ts';

export const tearing: Stage = {
  id: 'tear',
  changes: 'tearing',
  kernels: [tear, noteTears, cut, sideQuads, unpin],
  memory: ({ model, contact }) => tearingMemory(model, contact.colliders.blades.length > 0),
  record: ({ model }) => recordTear(model),
};
