/** Multigrid or over-relaxed sweeps, whichever suits the bodies and the time step: README.md. */
import { PROJECTED } from '../../forces/projection.ts';
import { defineMethod } from '../method.ts';
import { multigrid } from '../multigrid/index.ts';
import { OUTER } from '../parameters.ts';
import { choose } from './choose.ts';

export const auto = defineMethod({
  id: 'auto',
  aliases: [],
  title: 'Automatic: multigrid or sweeps',
  citation: '[BHM00] or [NP17] Alg. 7, by stiffness and time step',
  when: 'The default: multigrid where corrections travel far and the cloth is not rigid in a step, else over-relaxed sweeps.',
  enough: { outer: 20 },
  parameters: { outer: { ...OUTER, default: 2 } },
  // Those of red-black sweeps are among them.
  kernels: multigrid.kernels,
  takes: PROJECTED,
  canSettle: true,
  choose,
  structures: (setting) => {
    const { method, values } = choose(setting);
    return method.structures?.({ ...setting, values }) ?? [];
  },
  scratch: (setting) => {
    const { method, values } = choose(setting);
    return method.scratch({ ...setting, values });
  },
  prepare: (setting) => {
    const { method, values } = choose(setting);
    return method.prepare({ ...setting, values });
  },
  renew: (setting) => {
    const { method, values } = choose(setting);
    const chosen = { ...setting, values };
    return method.renew?.(chosen) ?? method.prepare(chosen);
  },
  record: (setting) => {
    const { method, values } = choose(setting);
    return method.record({ ...setting, values });
  },
});
