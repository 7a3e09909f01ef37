/** Projective dynamics with an exact global step, [LBOK13] Sec. 4: a sparse Cholesky factorisation of A = M/h² + L. */
import { PROJECTED, PROJECTION_KERNELS, recordScales } from '../../../forces/projection.ts';
import { SPRING_ANALYSIS } from '../../../linear/analysis.ts';
import { factorise } from '../../../linear/factorise.ts';
import { narrow } from '../../../linear/narrow.ts';
import { substitute } from '../../../linear/substitute.ts';
import type { Model } from '../../../model.ts';
import { type Call, call, type Program, repeat } from '../../../program.ts';
import { defineMethod, type Setting } from '../../method.ts';
import { OUTER, type ValuesOf } from '../../parameters.ts';
import { localStep, type Surroundings } from '../index.ts';
import { local } from '../local.ts';
import { assemble } from './assemble.ts';
import { analysisOf, FACTOR, MOST_PAIRS, QUASI, quasiMemory, SOLVED } from './memory.ts';
import { refine } from './refine.ts';
import { remember } from './remember.ts';
import { search } from './search.ts';

/** Ten iterations are the best trade-off according to [LBOK13] Sec. 5. */
const parameters = {
  outer: { ...OUTER, default: 10 },
  history: {
    ...{ min: 0, max: MOST_PAIRS, integer: true, none: 0, default: 0 },
    label: 'History',
    help: 'Iterations that L-BFGS learns from; 0 is plain local/global.',
  },
} as const;

/** The factorisation, valid until masses, pins, stiffness or the time step change. */
function prepare(setting: Surroundings): Program {
  const { model, inertia, springs, masses } = setting;
  const { supernodes, panelStarts } = analysisOf(model).symbolic;
  const phase = 'prepare';
  return [
    call(assemble, {
      phase,
      range: [0, model.particles],
      bind: { ...FACTOR, springs, masses },
      scalars: { entries: model.neighbours.length, numbers: panelStarts[supernodes], inertia },
    }),
    ...recordScales(setting),
    call(factorise, { phase, range: [0, 1], bind: FACTOR, scalars: { supernodes } }),
    call(narrow, {
      phase,
      range: [0, supernodes],
      bind: {
        ...FACTOR,
        tileStarts: SOLVED.tileStarts,
        tiles: SOLVED.tiles,
        narrowReciprocals: SOLVED.reciprocals,
      },
      scalars: {},
    }),
  ];
}

const solve = (model: Model, bind: { rhs: string; delta: string }): Call =>
  call(substitute, {
    phase: 'global',
    range: [0, 1],
    bind: { ...SOLVED, ...bind },
    scalars: { supernodes: analysisOf(model).symbolic.supernodes },
  });

/** [LBOK13] Sec. 4: the local step finds the springs' directions, the global step the exact positions for them. */
const alternation = (surroundings: Surroundings): Program => [
  ...localStep(surroundings),
  solve(surroundings.model, { rhs: 'rhs', delta: 'delta' }),
];

/** [LBK17]: one alternation is a quasi-Newton step with the matrix A; L-BFGS improves A by the previous steps. */
function quasiNewton(surroundings: Surroundings, window: number, restart: 0 | 1): Program {
  const { model, inertia, springs, masses } = surroundings;
  const { particles, springs: count, neighbours } = model;
  const at = { phase: 'global', range: [0, particles] } as const;
  return [
    ...localStep(surroundings),
    call(remember, {
      ...at,
      bind: { ...QUASI, masses },
      scalars: { entries: neighbours.length, window, restart, inertia },
    }),
    solve(model, { rhs: QUASI.q, delta: QUASI.direction }),
    call(refine, { ...at, bind: QUASI, scalars: { window } }),
    call(search, { ...at, bind: { ...QUASI, springs, masses }, scalars: { count, restart, inertia } }),
  ];
}

function iterations(setting: Setting<ValuesOf<typeof parameters>>): Program {
  const { outer, history } = setting.values;
  if (history === 0) return [repeat(outer, ...alternation(setting))];
  const first = quasiNewton(setting, history, 1);
  return outer === 1 ? first : [...first, repeat(outer - 1, ...quasiNewton(setting, history, 0))];
}

export const cholesky = defineMethod({
  id: 'pd-cholesky',
  aliases: [],
  title: 'Projective dynamics, sparse Cholesky',
  takes: PROJECTED,
  whyNoForces: ({ history }) =>
    history > 0
      ? { parameter: 'history', allowed: '0: the line search of L-BFGS uses the energy of springs only' }
      : undefined,
  citation: '[LBOK13]; with a history [LBK17]',
  when: 'For stiff cloth and soft bodies that should hang correctly at any size; needs a factorisation whenever springs, masses or the step change, and ten iterations or more where cloth turns fast.',
  conservesMomentum: 'always',
  enough: { outer: 20 },
  parameters,
  kernels: [assemble, factorise, narrow, local, substitute, remember, refine, search, ...PROJECTION_KERNELS],
  structures: () => [SPRING_ANALYSIS],
  scratch: ({ model, values: { history } }) => ({
    ...analysisOf(model).memory,
    ...(history > 0 ? quasiMemory(model) : {}),
  }),
  prepare,
  record: (setting) => ({ program: iterations(setting), correction: 'delta' }),
});
