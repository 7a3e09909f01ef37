/** Contact with colliders as two stages of the step: positions after the solve, as the last correction, and restitution after `finish`. */
import { call } from '../program.ts';
import type { Stage } from '../stage.ts';
import { bounce } from './bounce.ts';
import { collide } from './collide.ts';
import { recordCollisions } from './collisions.ts';
import { contactReport } from './report.ts';

export const colliding: Stage = {
  id: 'collide',
  changes: 'colliders',
  kernels: [collide],
  memory: ({ contact }) => ({ ...contact.colliders.memory, ...contact.memory }),
  record: (context) => recordCollisions(context),
  report: contactReport,
};

/** Only if some pair of materials has a restitution. */
export const bouncing: Stage = {
  id: 'bounce',
  changes: 'colliders',
  kernels: [bounce],
  record: ({ model, contact: { colliders, materials } }) =>
    colliders.count > 0 && materials.isElastic
      ? [call(bounce, { phase: 'contact', range: [0, model.particles], scalars: {} })]
      : [],
};
