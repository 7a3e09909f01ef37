/** Projective dynamics with an exact global step: [LBOK13], a sparse Cholesky factorisation of A = M/h² + L. */
import { factorise } from '../../../linear/factorise.ts';
import { bindFactor, factorMemory } from '../../../linear/memory.ts';
import { narrow } from '../../../linear/narrow.ts';
import { springPattern, springSymbolic } from '../../../linear/springs.ts';
import { substitute } from '../../../linear/substitute.ts';
import type { Symbolic } from '../../../linear/symbolic.ts';
import type { Model } from '../../../model.ts';
import { type Call, call, type MemoryPlan, type Program, repeat } from '../../../program.ts';
import { defineMethod, type Setting } from '../../method.ts';
import { OUTER, type ValuesOf } from '../../parameters.ts';
import { localStep, rowMemory } from '../index.ts';
import { local } from '../local.ts';
import { assemble } from './assemble.ts';
import { refine } from './refine.ts';
import { remember } from './remember.ts';
import { search } from './search.ts';

/** Pairs that L-BFGS may keep: 32 bytes a particle each. */
const MOST_PAIRS = 8;

const parameters = {
  outer: { ...OUTER, default: 10, help: 'Local steps per step, each followed by an exact global step.' },
  history: {
    ...{ min: 0, max: MOST_PAIRS, integer: true, none: 0, default: 0 },
    label: 'History',
    help: 'Iterations that L-BFGS learns from; 0 is plain local/global, 5 the choice of the paper.',
  },
} as const;

interface Analysis {
  readonly symbolic: Symbolic;
  readonly memory: MemoryPlan;
}

/** Ordering and symbolic analysis depend on the model alone and take tens of milliseconds: once a model. */
const analyses = new WeakMap<Model, Analysis>();

function analysisOf(model: Model): Analysis {
  const known = analyses.get(model);
  if (known) return known;
  const pattern = springPattern(model);
  const symbolic = springSymbolic(model, pattern);
  const made = { symbolic, memory: memoryOf(model, symbolic, pattern) };
  analyses.set(model, made);
  return made;
}

const factor = bindFactor('pd');
/** The factor as the solve reads it. */
const solved = { ...factor, panels: 'pdNarrowPanels', reciprocals: 'pdNarrowReciprocals', work: 'pdVectors' };

/** The buffers of L-BFGS. */
const quasi = {
  last: 'pdLast',
  gradient: 'pdGradient',
  q: 'pdQ',
  direction: 'pdDirection',
  trial: 'pdTrial',
  steps: 'pdSteps',
  changes: 'pdChanges',
  curvatures: 'pdCurvatures',
  shares: 'pdShares',
  kept: 'pdKept',
  energy: 'pdEnergy',
} as const;

function memoryOf(
  model: Model,
  symbolic: Symbolic,
  { starts, places }: ReturnType<typeof springPattern>,
): MemoryPlan {
  const { particles, width, springOf } = model;
  const { size, panelStarts, supernodes } = symbolic;
  const constant = { role: 'constant', element: 'u32' } as const;
  const scratch = { role: 'scratch' } as const;
  return {
    ...rowMemory(model),
    ...factorMemory(symbolic, 'pd'),
    pdPlaces: {
      ...constant,
      domain: 'entries',
      length: particles * width,
      initial: springOf.map((spring) => symbolic.places[places[spring]] ?? 0),
    },
    pdDiagonals: {
      ...constant,
      domain: 'particles',
      length: particles,
      initial: Uint32Array.from({ length: particles }, (_, i) => symbolic.places[starts[i]]),
    },
    [solved.panels]: { ...scratch, element: 'real', domain: 'panel', length: panelStarts[supernodes] },
    [solved.reciprocals]: { ...scratch, element: 'real', domain: 'columns', length: size },
    [solved.work]: { ...scratch, element: 'vec4', domain: 'columns', length: size },
    ...historyMemory(particles),
  };
}

function historyMemory(particles: number): MemoryPlan {
  const vectors = { role: 'scratch', element: 'vec4', domain: 'particles', length: particles } as const;
  const history = { ...vectors, domain: 'history', length: particles * MOST_PAIRS } as const;
  const pairs = { role: 'scratch', element: 'f64', domain: 'pairs', length: MOST_PAIRS } as const;
  return {
    [quasi.last]: vectors,
    [quasi.gradient]: vectors,
    [quasi.q]: vectors,
    [quasi.direction]: vectors,
    [quasi.trial]: vectors,
    [quasi.steps]: history,
    [quasi.changes]: history,
    [quasi.curvatures]: pairs,
    [quasi.shares]: pairs,
    [quasi.kept]: { role: 'scratch', element: 'u32', domain: 'one', length: 1 },
    [quasi.energy]: { role: 'scratch', element: 'f64', domain: 'one', length: 1 },
  };
}

function prepare(model: Model, inertia: number): Program {
  const { supernodes, panelStarts } = analysisOf(model).symbolic;
  const phase = 'prepare';
  return [
    call(assemble, {
      phase,
      range: [0, model.particles],
      bind: { panels: factor.panels, places: 'pdPlaces', diagonals: 'pdDiagonals' },
      scalars: { width: model.width, numbers: panelStarts[supernodes], inertia },
    }),
    call(factorise, { phase, range: [0, 1], bind: factor, scalars: { supernodes } }),
    call(narrow, {
      phase,
      range: [0, supernodes],
      bind: { ...factor, narrowPanels: solved.panels, narrowReciprocals: solved.reciprocals },
      scalars: {},
    }),
  ];
}

const solve = (model: Model, bind: { rhs: string; delta: string }): Call =>
  call(substitute, {
    phase: 'global',
    range: [0, 1],
    bind: { ...solved, ...bind },
    scalars: { supernodes: analysisOf(model).symbolic.supernodes },
  });

/** [LBOK13] Sec. 4: the local step, then the global step solved exactly. */
const plain = (model: Model): Program => [localStep(model), solve(model, { rhs: 'rhs', delta: 'delta' })];

/** [LBK17]: a step of local/global is a quasi-Newton step with the matrix A; L-BFGS makes a better matrix of it. */
function quasiNewton(
  { model, inertia }: Pick<Setting, 'model' | 'inertia'>,
  window: number,
  restart: number,
) {
  const { particles, springs, width } = model;
  const at = { phase: 'global', range: [0, particles], bind: quasi } as const;
  return [
    localStep(model),
    call(remember, { ...at, scalars: { width, window, restart, inertia } }),
    solve(model, { rhs: quasi.q, delta: quasi.direction }),
    call(refine, { ...at, scalars: { window } }),
    call(search, { ...at, scalars: { count: springs, restart, inertia } }),
  ];
}

function iterations(setting: Setting<ValuesOf<typeof parameters>>): Program {
  const { outer, history } = setting.values;
  if (history === 0) return [repeat(outer, ...plain(setting.model))];
  const first = quasiNewton(setting, history, 1);
  return outer === 1 ? first : [...first, repeat(outer - 1, ...quasiNewton(setting, history, 0))];
}

export const cholesky = defineMethod({
  id: 'pd-cholesky',
  aliases: ['PD_CHOLESKY'],
  title: 'Projective dynamics, sparse Cholesky',
  citation: '[LBOK13]; with a history, [LBK17]',
  parameters,
  kernels: [assemble, factorise, narrow, local, substitute, remember, refine, search],
  scratch: (model) => analysisOf(model).memory,
  prepare: ({ model, inertia }) => prepare(model, inertia),
  record: (setting) => ({ program: iterations(setting), correction: 'delta' }),
});
