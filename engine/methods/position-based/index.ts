/** Position based dynamics with the Jacobi solver, [NP17] Alg. 3. */
import { call } from '../../program.ts';
import { doubleBuffered } from '../double-buffer.ts';
import type { Method } from '../method.ts';
import { project } from './project.ts';

export const pbdJacobi: Method = {
  id: 'pbd-jacobi',
  aliases: ['PBD_JACOBI', 'PBD'],
  title: 'Position based dynamics, Jacobi',
  citation: '[NP17] Alg. 3',
  relaxes: false,
  defaults: { outer: 1, inner: 10, omega: 1 },
  kernels: [project],
  scratch: () => ({}),
  prepare: () => [],
  // There is no local step to freeze: outer × inner iterations are all alike.
  record: ({ model, settings: { outer, inner } }) =>
    doubleBuffered(
      1,
      outer * inner,
      () => [],
      (from, to) =>
        call(project, {
          phase: 'project',
          range: [0, model.particles],
          bind: { delta: from, next: to },
          scalars: { width: model.width },
        }),
    ),
};
