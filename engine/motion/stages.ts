/** Stages that move particles: springs that damp, the prediction before the solve, and the end of the step after it. */
import { call, type MemoryPlan, operation, type Phase, type Program } from '../program.ts';
import { isDamped } from '../settings.ts';
import type { Stage, StageContext } from '../stage.ts';
import { dampen } from './dampen.ts';
import { finish } from './finish.ts';
import { predict } from './predict.ts';

function dampenAll({ model, told }: StageContext, phase: Phase): Program {
  if (!isDamped(told)) return [];
  const { springs, links } = model;
  const ratio = told.stiffnessDamping / told.timestep;
  return [
    operation(
      { what: 'rest lengths', springs: 'damped' },
      call(dampen, { phase, range: [0, springs], scalars: { ratio } }),
      // Links stand for elements, which have no dashpots.
      ...(links > springs ? [call(dampen, { phase, range: [springs, links], scalars: { ratio: 0 } })] : []),
    ),
  ];
}

/** Where damping in proportion to stiffness is on: the springs that the method uses. */
export const dampening: Stage = {
  id: 'dampen',
  kernels: [dampen],
  scratch: ({ model: { links }, told }): MemoryPlan =>
    isDamped(told)
      ? { damped: { role: 'prepared', element: 'vec2', domain: 'springs', length: Math.max(1, links) } }
      : {},
  prepare: (context) => dampenAll(context, 'prepare'),
  record: (context) => dampenAll(context, 'predict'),
};

/** Where no time passes, y is where the particle is. */
export const predicting: Stage = {
  id: 'predict',
  changes: 'integration',
  kernels: [predict],
  record: ({ model, told: { settings, gravity, damping }, h }) => {
    const [gx, gy, gz] = settings.integrate ? gravity : [0, 0, 0];
    const scalars = { h, gx, gy, gz, damping: settings.integrate ? damping : 0 };
    const all = call(predict, { phase: 'predict', range: [0, model.particles], scalars });
    return [operation({ what: 'prediction', scalars }, all)];
  },
};

export const finishing: Stage = {
  id: 'finish',
  kernels: [finish],
  record: ({ model, h, solve }) => {
    const scalars = { h, rate: h > 0 ? 1 / h : 0 };
    const bind = { delta: solve.correction };
    const all = call(finish, { phase: 'finish', range: [0, model.particles], bind, scalars });
    return [operation({ what: 'finish', scalars }, all)];
  },
};
