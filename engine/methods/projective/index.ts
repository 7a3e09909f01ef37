/** Projective dynamics, [PNF18] Alg. 1, [NP17] Alg. 4: Verlet prediction, then local and global steps in turn. */
import { PROJECTED, PROJECTION_KERNELS, projectionMemory, recordScales } from '../../forces/projection.ts';
import type { Model } from '../../model.ts';
import {
  type Call,
  call,
  iterations,
  type MemoryPlan,
  type Operation,
  operation,
  type Program,
  repeat,
} from '../../program.ts';
import { doubleBuffered } from '../double-buffer.ts';
import { defineMethod, type Setting } from '../method.ts';
import { INNER, OMEGA, OUTER, RHO, type ValuesOf } from '../parameters.ts';
import { accelerate } from './accelerate.ts';
import { accelerated, adviceOnRho } from './chebyshev.ts';
import { adviceOnOvershoot, dampingOf } from './damping.ts';
import { local } from './local.ts';
import { relax } from './relax.ts';
import { relaxJacobi } from './relax-jacobi.ts';
import { relaxSequential } from './relax-sequential.ts';
import { restart } from './restart.ts';
import { weigh } from './weigh.ts';

/** One local step per ten sweeps. The papers' experiments take one per sweep (outer n × inner 1). */
const sweeps = { outer: { ...OUTER, default: 1 }, inner: { ...INNER, default: 10 } } as const;
const relaxation = { ...sweeps, omega: { ...OMEGA, default: 1 } } as const;
const rho = { ...RHO, default: 0 } as const;

const everyone = ({ particles }: Model) => [0, particles] as const;

/** Right-hand sides and weights of the rows. */
export function rowMemory(model: Model): MemoryPlan {
  const { particles, neighbours } = model;
  const vectors = { role: 'scratch', element: 'vec4', domain: 'particles', length: particles } as const;
  return {
    ...projectionMemory(model),
    rhs: vectors,
    weights: { role: 'prepared', element: 'real', domain: 'entries', length: neighbours.length },
  };
}

/** And, for Chebyshev, the corrections of the next sweep and of the one before. */
const acceleratedMemory = (setting: Setting<{ rho: number }>): MemoryPlan => {
  const rows = rowMemory(setting.model);
  return setting.values.rho > 0 ? { ...rows, next: rows.rhs, previous: rows.rhs } : rows;
};

export type Surroundings = Pick<Setting, 'model' | 'inertia' | 'springs' | 'masses' | 'added' | 'addedTo'>;

/** The rows of the finest level, divided by their diagonals, times ω. */
export function weighRows({ model, inertia, springs, masses }: Surroundings, omega: number): Operation {
  const weights = call(weigh, {
    phase: 'prepare',
    range: everyone(model),
    bind: { springs, masses },
    scalars: { entries: model.neighbours.length, inertia, omega },
  });
  return operation({ what: 'weights', springs }, weights);
}

const prepare = (setting: Surroundings, omega: number): Program => [
  weighRows(setting, omega),
  ...recordScales(setting, omega),
];

/** The right-hand sides: of springs, then of all that is added. */
export function localStep(
  { model, springs, added, addedTo }: Surroundings,
  delta = 'delta',
): readonly Operation[] {
  const rows = call(local, {
    phase: 'local',
    range: everyone(model),
    bind: { delta, springs },
    scalars: { entries: model.neighbours.length },
  });
  const more = added(delta);
  return [
    operation({ what: 'local' }, rows),
    ...(more.length > 0 ? [operation({ what: 'added', slots: addedTo }, ...more)] : []),
  ];
}

/** Over-relaxation overshoots first: with few sweeps between local steps the cloth jitters, or worse. */
function advice({ omega, inner }: ValuesOf<typeof relaxation>): string | undefined {
  if (omega <= 1 || inner * (2 - omega) >= 1) return undefined;
  const enough = Math.ceil(1 / (2 - omega) - 1e-9);
  return `ω = ${omega} with ${inner} inner iteration${inner > 1 ? 's' : ''} may not come to rest; use at least ${enough}`;
}

const TWICE_ACCELERATED =
  'Chebyshev acceleration (ρ) is made for plain sweeps; with ω above 1 it may not settle: take ω = 1';

/** Why accelerated sweeps stay in rows of neighbours, and what to do about it. */
export const BY_RHO = {
  why: "Chebyshev's acceleration (rho) has kernels for rows only",
  instead: 'rho = 0',
} as const;

/**
 * To and fro, as Chebyshev's polynomials need it: then a sweep's eigenvalues are real, whatever the number of colours, and
 * its errors don't grow before they shrink. (One way, a cloth of five colours explodes at ρ = 0.99, and two colours with a
 * local step a sweep.)
 */
const symmetric = (sweep: Program): Program => [...sweep, ...sweep.slice(0, -1).reverse()];

export const redBlack = defineMethod({
  id: 'pd-rbgs',
  aliases: ['PD_RBGS'],
  takes: PROJECTED,
  title: 'Projective dynamics, red-black Gauss-Seidel',
  citation: '[PNF18] Alg. 1, [NP17] Alg. 7',
  when: 'For motion at small budgets: a local step before every cheap sweep turns the springs with the cloth; at rest it hangs too long.',
  enough: { outer: 20 },
  parameters: { ...relaxation, rho },
  canSettle: true,
  advice: (values) =>
    values.rho > 0 && values.omega > 1 ? TWICE_ACCELERATED : (adviceOnRho(values) ?? advice(values)),
  kernels: [weigh, local, relax, restart, accelerate, ...PROJECTION_KERNELS],
  scratch: acceleratedMemory,
  prepare: (setting) => prepare(setting, setting.values.omega),
  record: (setting) => {
    const { colours, neighbours } = setting.model;
    const { outer, inner, omega, rho } = setting.values;
    const keep = 1 - omega;
    const scalars = { entries: neighbours.length, keep };
    const sweep = (delta: string) =>
      colours.map((range) => call(relax, { phase: 'global', range, bind: { delta }, scalars }));
    if (rho > 0)
      return { ...accelerated(setting, localStep(setting), symmetric(sweep('next'))), inRows: BY_RHO };
    const swept = operation({ what: 'sweeps', times: inner, keep }, repeat(inner, ...sweep('delta')));
    return { program: [iterations(outer, ...localStep(setting), swept)], correction: 'delta' };
  },
});

export const gaussSeidel = defineMethod({
  id: 'pd-gs',
  aliases: ['PD_GS'],
  takes: PROJECTED,
  title: 'Projective dynamics, sequential Gauss-Seidel',
  citation: '[NP17] Alg. 5',
  when: 'To compare with the papers: the rate of RBGS without its parallelism.',
  enough: { outer: 20 },
  parameters: relaxation,
  advice,
  kernels: [weigh, local, relaxSequential, ...PROJECTION_KERNELS],
  scratch: ({ model }) => rowMemory(model),
  prepare: (setting) => prepare(setting, setting.values.omega),
  record: (setting) => {
    const { model } = setting;
    const { outer, inner, omega } = setting.values;
    const scalars = { entries: model.neighbours.length, keep: 1 - omega };
    const sweep = call(relaxSequential, { phase: 'global', range: everyone(model), scalars });
    return {
      program: [repeat(outer, ...localStep(setting), repeat(inner, sweep))],
      correction: 'delta',
    };
  },
});

const UNDAMPED = { swept: 'undamped', previous: 'undampedToo' } as const;

/** A Jacobi sweep from `delta` to `next`, of which only a part is taken where all of it would diverge (damping.ts). */
function damped(model: Model, delta: string, next: string, sweep: Call): Program {
  const weight = dampingOf(model);
  if (weight === 1) return [sweep];
  const at = { phase: 'global', range: everyone(model) } as const;
  const { swept, previous } = UNDAMPED;
  // `accelerate` takes the step from `previous`: here that is δ before the sweep.
  return [
    call(restart, { ...at, bind: { delta, swept, previous }, scalars: {} }),
    sweep,
    call(accelerate, { ...at, bind: { swept: next, delta: swept, previous }, scalars: { weight } }),
  ];
}

/** And δ before a sweep, where sweeps are damped. */
function jacobiMemory(setting: Setting<{ rho: number }>): MemoryPlan {
  const { model } = setting;
  const memory = acceleratedMemory(setting);
  const { rhs } = memory;
  const undamped: MemoryPlan =
    dampingOf(model) === 1 ? {} : { [UNDAMPED.swept]: rhs, [UNDAMPED.previous]: rhs };
  return { ...memory, next: rhs, ...undamped };
}

export const jacobi = defineMethod({
  id: 'pd-jacobi',
  aliases: ['PD_JACOBI'],
  takes: PROJECTED,
  title: 'Projective dynamics, Jacobi',
  citation: '[PNF18] Eq. (2), [NP17] Alg. 6',
  when: 'To compare with the papers, or where no colouring exists: half the rate of RBGS.',
  conservesMomentum: 'regular',
  enough: { outer: 20, inner: 20 },
  parameters: { ...sweeps, rho },
  advice: (values, model, inertia) =>
    values.rho > 0 ? adviceOnRho(values) : adviceOnOvershoot(model, inertia, values.outer * values.inner),
  kernels: [weigh, local, relaxJacobi, restart, accelerate, ...PROJECTION_KERNELS],
  scratch: jacobiMemory,
  prepare: (setting) => prepare(setting, 1),
  record: (setting) => {
    const { model, values } = setting;
    const sweep = (delta: string, next: string) =>
      damped(
        model,
        delta,
        next,
        call(relaxJacobi, {
          phase: 'global',
          range: everyone(model),
          bind: { delta, next },
          scalars: { entries: model.neighbours.length },
        }),
      );
    return values.rho > 0
      ? accelerated(setting, localStep(setting), sweep('delta', 'next'))
      : doubleBuffered(values.outer, values.inner, (from) => localStep(setting, from), sweep);
  },
});
