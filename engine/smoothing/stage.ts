/** A low-pass filter of velocities, [NP17] Ch. 9: README.md. */
import { call, type MemoryPlan, type Program } from '../program.ts';
import type { Stage, StageContext } from '../stage.ts';
import { smoothVelocity } from './smooth-velocity.ts';
import { smoothingShare } from './smoothing-share.ts';
import { takeVelocity } from './take-velocity.ts';

/** What is exchanged in a step of h seconds: 1 - e^(-c h), which does not depend on the number of parts a step has. */
const blendOf = ({ told, h }: StageContext): number => -Math.expm1(-told.smoothing * h);

function share({ model }: StageContext): Program {
  const scalars = { entries: model.neighbours.length };
  return [call(smoothingShare, { phase: 'prepare', range: [0, model.particles], scalars })];
}

export const smoothing: Stage = {
  id: 'smoothing',
  changes: 'smoothing',
  kernels: [smoothingShare, smoothVelocity, takeVelocity],
  scratch: (context): MemoryPlan => {
    const { particles: length } = context.model;
    if (blendOf(context) === 0) return {};
    return {
      massShares: { role: 'prepared', element: 'real', domain: 'particles', length },
      smoothed: { role: 'scratch', element: 'vec4', domain: 'particles', length },
    };
  },
  prepare: (context) => (blendOf(context) > 0 ? share(context) : []),
  record: (context) => {
    const blend = blendOf(context);
    const { model } = context;
    if (blend === 0) return [];
    const at = { phase: 'finish', range: [0, model.particles] } as const;
    return [
      call(smoothVelocity, { ...at, scalars: { entries: model.neighbours.length, blend } }),
      call(takeVelocity, at),
    ];
  },
};
