/** Position based dynamics with the Jacobi solver, [NP17] Alg. 3. */
import { call } from '../../program.ts';
import { doubleBuffered } from '../double-buffer.ts';
import { defineMethod } from '../method.ts';
import { INNER, OUTER } from '../parameters.ts';
import { project } from './project.ts';

export const pbdJacobi = defineMethod({
  id: 'pbd-jacobi',
  aliases: ['PBD_JACOBI', 'PBD'],
  title: 'Position based dynamics, Jacobi',
  citation: '[NP17] Alg. 3',
  when: 'When cloth should be as stiff as the iterations allow, and its stiffness in N/m does not matter.',
  isRigid: true,
  conservesMomentum: 'regular',
  enough: { outer: 20 },
  parameters: { outer: { ...OUTER, default: 1 }, inner: { ...INNER, default: 10 } },
  kernels: [project],
  scratch: ({ model: { particles } }) => ({
    next: { role: 'scratch', element: 'vec4', domain: 'particles', length: particles },
  }),
  prepare: () => [],
  // There is no local step to freeze: outer × inner iterations are all alike.
  record: ({ model, values: { outer, inner } }) =>
    doubleBuffered(
      1,
      outer * inner,
      () => [],
      (from, to) => [
        call(project, {
          phase: 'project',
          range: [0, model.particles],
          bind: { delta: from, next: to },
          scalars: { entries: model.neighbours.length },
        }),
      ],
    ),
});
