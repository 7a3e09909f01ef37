/** Colliders as stages of the step: out of them after the solve, which is the last word on where particles are, and off them after `finish`. */
import { call } from '../program.ts';
import type { Stage } from '../stage.ts';
import { bounce } from './bounce.ts';
import { collide } from './collide.ts';
import { recordCollisions } from './collisions.ts';
import { contactReport } from './report.ts';

export const colliding: Stage = {
  id: 'collide',
  kernels: [collide],
  memory: ({ contact }) => ({ ...contact.colliders.memory, ...contact.memory }),
  record: (context) => recordCollisions(context),
  report: contactReport,
};

/** Only where anything is elastic. */
export const bouncing: Stage = {
  id: 'bounce',
  kernels: [bounce],
  record: ({ model, contact: { colliders, materials } }) =>
    colliders.count > 0 && materials.isElastic
      ? [call(bounce, { phase: 'contact', range: [0, model.particles], scalars: {} })]
      : [],
};
