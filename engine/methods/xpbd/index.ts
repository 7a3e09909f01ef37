/** Compliant position based dynamics, [MMC16] Alg. 1, all springs at once. */
import { type Call, call, type Program, repeat } from '../../program.ts';
import { defineMethod, type Setting } from '../method.ts';
import { INNER, OUTER } from '../parameters.ts';
import { xpbdMove } from './xpbd-move.ts';
import { xpbdMultiplier } from './xpbd-multiplier.ts';
import { xpbdShare } from './xpbd-share.ts';

type Surroundings = Pick<Setting, 'model' | 'inertia' | 'springs'>;

const share = ({ model, springs }: Surroundings): Call =>
  call(xpbdShare, {
    phase: 'prepare',
    range: [0, model.particles],
    bind: { springs },
    scalars: { entries: model.neighbours.length },
  });

/** One iteration: every spring's multiplier, then what all of them move the particles by. */
const iteration = ({ model, inertia, springs }: Surroundings, keep: 0 | 1): Program => [
  call(xpbdMultiplier, {
    phase: 'project',
    range: [0, model.springs],
    bind: { springs },
    scalars: { inertia, keep },
  }),
  call(xpbdMove, {
    phase: 'project',
    range: [0, model.particles],
    scalars: { entries: model.neighbours.length },
  }),
];

export const xpbd = defineMethod({
  id: 'xpbd',
  aliases: [],
  title: 'Compliant position based dynamics (XPBD)',
  citation: '[MMC16] Alg. 1',
  when: 'To compare with engines that use it, and for small steps: few iterations leave springs softer than they are, never stiffer, and keep momentum.',
  conservesMomentum: 'always',
  enough: { outer: 20, inner: 20 },
  parameters: { outer: { ...OUTER, default: 1 }, inner: { ...INNER, default: 10 } },
  kernels: [xpbdShare, xpbdMultiplier, xpbdMove],
  scratch: ({ model: { particles, springs } }) => ({
    shares: { role: 'prepared', element: 'real', domain: 'particles', length: particles },
    pushes: { role: 'scratch', element: 'vec4', domain: 'springs', length: springs },
  }),
  prepare: (setting) => [share(setting)],
  // There is no local step to freeze: outer × inner iterations are all alike, but for the first, which begins with λ = 0.
  record: (setting) => {
    const { outer, inner } = setting.values;
    const others = outer * inner - 1;
    const first = iteration(setting, 0);
    const program = others > 0 ? [...first, repeat(others, ...iteration(setting, 1))] : first;
    return { program, correction: 'delta' };
  },
});
