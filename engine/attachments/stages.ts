/** Attachments as two stages of the step: `lead` before the solve, `slide` after it. */
import { projectionMemory } from '../forces/projection.ts';
import type { Stage } from '../stage.ts';
import { carry } from './carry.ts';
import { lead } from './lead.ts';
import { pull } from './pull.ts';
import { pullSums } from './pull-sums.ts';
import { slide } from './slide.ts';

export const leading: Stage = {
  id: 'lead',
  changes: 'integration',
  kernels: [lead],
  record: ({ told, attachments, contact }) => attachments.recordLead(told, contact.colliders.count > 0),
};

export const sliding: Stage = {
  id: 'slide',
  changes: 'integration',
  kernels: [pull, pullSums, slide, carry],
  // What elements pull at what slides: methods that don't alternate local and global steps have no such buffers.
  scratch: ({ model, attachments }) => (attachments.slides ? projectionMemory(model) : {}),
  record: ({ told, setting, attachments, contact, solve }) =>
    attachments.recordSlide(told, setting, solve.correction, contact.colliders.count > 0),
};
