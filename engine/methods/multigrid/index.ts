/** Projective dynamics whose global step is a multigrid V-cycle: README.md. */
import { PROJECTED, PROJECTION_KERNELS, recordScales } from '../../forces/projection.ts';
import {
  type Call,
  call,
  iterations,
  joinPlans,
  type Operation,
  operation,
  type Program,
  repeat,
} from '../../program.ts';
import { defineMethod, type Recording, type Setting } from '../method.ts';
import { OUTER, RHO, type ValuesOf } from '../parameters.ts';
import { accelerate } from '../projective/accelerate.ts';
import { accelerated, adviceOnRho } from '../projective/chebyshev.ts';
import { BY_RHO, localStep, rowMemory, weighRows } from '../projective/index.ts';
import { local } from '../projective/local.ts';
import { relax } from '../projective/relax.ts';
import { relaxJacobi } from '../projective/relax-jacobi.ts';
import { weigh } from '../projective/weigh.ts';
import { ACCURATE_KERNELS, accurately } from './accurate/index.ts';
import { ACCURATE, accurateMemory } from './accurate/memory.ts';
import { REPORT } from './accurate/status.ts';
import { adopt } from './adopt.ts';
import { attach } from './attach.ts';
import { coarsen } from './coarsen.ts';
import { densify } from './densify.ts';
import { diagonals } from './diagonals.ts';
import { HIERARCHY, type Hierarchy, hierarchyOf } from './hierarchy.ts';
import {
  COARSEST,
  denseAfter,
  levelBuffers,
  multigridMemory,
  transferBuffers,
  wholeTransferBuffers,
} from './memory.ts';
import { outdate } from './outdate.ts';
import { pivot } from './pivot.ts';
import { prolongation } from './prolongation.ts';
import { residuals } from './residuals.ts';
import { restriction } from './restriction.ts';

/** An outer iteration is a cycle. */
const parameters = {
  outer: { ...OUTER, default: 2 },
  accuracy: {
    ...{ min: 0, below: 1, none: 0, default: 0 },
    label: 'Accuracy',
    help: 'The step ends when the gradient is this part of what it was at first, or after outer iterations; 0 is off.',
  },
  rho: { ...RHO, default: 0 },
} as const;
type Values = ValuesOf<typeof parameters>;

/** Least accuracy: no scene reached a smaller one in float32 (README.md). */
const FINEST_ACCURACY = 1e-6;
const TOO_FINE =
  'float32 does not hold an accuracy below 1e-6: steps end where rounding begins, with outcome 2 in the statistics';
const UNUSED_RHO = 'Chebyshev acceleration (ρ) is for plain cycles: with an accuracy it is not used';

function advice(values: Values): string | undefined {
  if (values.accuracy === 0) return adviceOnRho({ ...values, inner: 1 });
  if (values.rho > 0) return UNUSED_RHO;
  return values.accuracy < FINEST_ACCURACY ? TOO_FINE : undefined;
}

/**
 * Prepares the rows of every level, from the springs on the finest to the inverse of the coarsest. If springs tore and nothing
 * else changed, only the coarse rows that depend on them are recomputed (`all` 0).
 */
function prepare(setting: Setting<Values>, all: 0 | 1): Program {
  const { model, inertia, springs, masses } = setting;
  const hierarchy = hierarchyOf(model);
  const { levels, transfers } = hierarchy;
  const finest = { phase: 'prepare', range: [0, model.particles] } as const;
  const entries = model.neighbours.length;
  return [
    weighRows(setting, 1),
    ...recordScales(setting, 1),
    call(diagonals, {
      ...finest,
      bind: { springs, masses, diagonal: levelBuffers(0).diagonal, changed: levelBuffers(0).changed },
      scalars: { entries, inertia },
    }),
    ...transfers.flatMap(({ pairs, places }, l) => {
      const { neighbours, weights, diagonal, changed } = levelBuffers(l);
      const coarse = levelBuffers(l + 1);
      const transfer = { ...transferBuffers(l), ...wholeTransferBuffers(l) };
      const [fine, points] = [levels[l].points, levels[l + 1].points];
      const attached = call(attach, {
        phase: 'prepare',
        range: [0, fine],
        bind: { ...transfer, weights, changed },
        scalars: {},
      });
      const adopted = call(adopt, {
        phase: 'prepare',
        range: [0, points],
        bind: transfer,
        scalars: { pairs },
      });
      const outdated = call(outdate, {
        phase: 'prepare',
        range: [0, points],
        bind: {
          ...transfer,
          neighbours,
          changed,
          coarseChanged: coarse.changed,
          coarseDiagonal: coarse.diagonal,
        },
        scalars: { entries: levels[l].neighbours.length, pairs, all },
      });
      const coarsened = call(coarsen, {
        phase: 'prepare',
        range: [0, points],
        bind: {
          ...transferBuffers(l),
          neighbours,
          weights,
          diagonal,
          coarseWeights: coarse.weights,
          coarseDiagonal: coarse.diagonal,
        },
        scalars: { entries: levels[l].neighbours.length, pairs, tables: places.tables },
      });
      return [operation({ what: 'coarse rows', level: l + 1 }, attached, adopted, outdated, coarsened)];
    }),
    ...invert(hierarchy),
  ];
}

/** Inverts the coarsest operator, in about 25 steps for all pieces at once. */
function invert({ levels, coarsest }: Hierarchy): Program {
  if (!coarsest) return [];
  const { points, neighbours: entries } = levels.at(-1)!;
  const { neighbours, weights } = levelBuffers(levels.length - 1);
  const { members, memberCount } = COARSEST;
  const at = { phase: 'prepare', range: [0, points] } as const;
  const denseWidth = coarsest.width;
  return [
    call(densify, {
      ...at,
      bind: { neighbours, weights, members, memberCount, dense: denseAfter(0) },
      scalars: { entries: entries.length, denseWidth },
    }),
    ...Array.from({ length: denseWidth }, (_, step) =>
      call(pivot, {
        ...at,
        bind: { members, memberCount, before: denseAfter(step), after: denseAfter(step + 1) },
        scalars: { denseWidth, step },
      }),
    ),
  ];
}

/** Solves the coarsest level exactly: a Jacobi sweep with the rows of the inverse as weights and right-hand sides of 0 multiplies by it. */
function solveCoarsest({ levels, coarsest }: Hierarchy): Operation {
  const { delta, rhs } = levelBuffers(levels.length - 1);
  const { width, memberCount } = coarsest!;
  const product = call(relaxJacobi, {
    phase: 'global',
    range: [0, levels.at(-1)!.points],
    bind: {
      delta: rhs,
      next: delta,
      rhs: COARSEST.zero,
      neighbours: COARSEST.members,
      weights: denseAfter(width),
    },
    scalars: { entries: width * memberCount.length },
  });
  return operation({ what: 'coarsest' }, product);
}

/** A call for each colour of a level, in this order. */
function relaxColours(
  { levels }: Hierarchy,
  l: number,
  order: readonly number[],
  delta = levelBuffers(l).delta,
): Call[] {
  const { colours, neighbours } = levels[l];
  const scalars = { entries: neighbours.length, keep: 0 };
  const bind = { ...levelBuffers(l), delta };
  return order.map((colour) => call(relax, { phase: 'global', range: colours[colour], bind, scalars }));
}

const coloursOf = ({ levels }: Hierarchy, l: number): number[] => [...levels[l].colours.keys()];

/** Sweeps over the finest level. */
function sweepFinest(hierarchy: Hierarchy, times: number, delta: string): Operation {
  const colours = relaxColours(hierarchy, 0, coloursOf(hierarchy, 0), delta);
  return operation({ what: 'sweeps', times, keep: 0 }, repeat(times, ...colours));
}

/** Two sweeps over a coarse level, there and back; the colour where they turn once. */
function smooth(hierarchy: Hierarchy, level: number): Operation {
  const forth = coloursOf(hierarchy, level);
  const colours = [...forth.toReversed(), ...forth.slice(1)];
  return operation({ what: 'smoothing', level, colours }, ...relaxColours(hierarchy, level, colours));
}

/** Number of sweeps on the finest level of a cycle. Contact leaves kinks, for which one sweep is not enough. */
const sweepsFor = ({ contact }: Pick<Setting, 'contact'>): number => (contact ? 4 : 1);

/**
 * A V-cycle without sweeps on the way down: residuals go straight to the coarsest level, and on the way up one sweep follows
 * on the finest level and two, there and back, on the others. README.md says why. `finest` is the finest level's δ.
 */
function cycle(hierarchy: Hierarchy, sweeps: number, finest = 'delta'): readonly Operation[] {
  const rest = corrections(hierarchy, sweeps, finest);
  if (hierarchy.transfers.length === 0) return rest;
  const { points, neighbours } = hierarchy.levels[0];
  const imbalance = call(residuals, {
    phase: 'global',
    range: [0, points],
    bind: { ...levelBuffers(0), delta: finest },
    scalars: { entries: neighbours.length },
  });
  return [operation({ what: 'residual' }, imbalance), ...rest];
}

/** The cycle, given the residual on the finest level. */
function corrections(hierarchy: Hierarchy, sweeps: number, finest = 'delta'): readonly Operation[] {
  const { transfers } = hierarchy;
  if (transfers.length === 0) return [sweepFinest(hierarchy, 1, finest)];
  const up = transfers.map((_, l) =>
    l === 0
      ? [prolongate(hierarchy, 0, finest), sweepFinest(hierarchy, sweeps, finest)]
      : [prolongate(hierarchy, l, levelBuffers(l).delta), smooth(hierarchy, l)],
  );
  return [
    ...transfers.map((_, l) => restrict(hierarchy, l + 1)),
    solveCoarsest(hierarchy),
    ...up.reverse().flat(),
  ];
}

/** [BHM00] ch. 3: what the level above lacks, gathered by level `to`. */
function restrict({ levels, transfers }: Hierarchy, to: number): Operation {
  const { diagonal, rhs, delta, residual } = levelBuffers(to);
  const { children } = transferBuffers(to - 1);
  const gathered = call(restriction, {
    phase: 'global',
    range: [0, levels[to].points],
    bind: { children, fineResidual: levelBuffers(to - 1).residual, diagonal, rhs, delta, residual },
    scalars: { pairs: transfers[to - 1].pairs },
  });
  return operation({ what: 'restriction', to }, gathered);
}

/** [BHM00] ch. 3: the corrections of the level below, interpolated and added to level `to`. */
function prolongate({ levels }: Hierarchy, to: number, delta: string): Operation {
  const { points, colours } = levels[to];
  // The colour that is swept first is overwritten, so it needs no correction.
  const range = to === 0 ? ([colours[0][1], points] as const) : ([0, colours.at(-1)![0]] as const);
  const { parents } = transferBuffers(to);
  const { diagonal } = levelBuffers(to);
  const corrected = call(prolongation, {
    phase: 'global',
    range,
    bind: { parents, correction: levelBuffers(to + 1).delta, diagonal, delta },
    scalars: {},
  });
  return operation({ what: 'prolongation', to }, corrected);
}

/** The cycle with a sweep on the finest level before it too, since conjugate gradients need a nearly symmetric preconditioner. */
const nearlySymmetric = (hierarchy: Hierarchy): Program => [
  ...relaxColours(hierarchy, 0, coloursOf(hierarchy, 0).reverse()),
  ...cycle(hierarchy, 1),
];

const BY_ACCURACY = {
  why: 'cycles to an accuracy have kernels for rows only',
  instead: 'accuracy = 0 with more outer iterations',
} as const;

/** Plain cycles, accelerated ones, or cycles up to an accuracy. */
function record(setting: Setting<Values>): Recording {
  const { model, values } = setting;
  const hierarchy = hierarchyOf(model);
  if (values.accuracy > 0)
    return {
      ...accurately(setting, { first: corrections(hierarchy, 1), others: nearlySymmetric(hierarchy) }),
      inRows: BY_ACCURACY,
    };
  if (values.rho > 0) {
    const single = { ...setting, values: { ...values, inner: 1 } };
    return {
      ...accelerated(single, localStep(setting), cycle(hierarchy, sweepsFor(setting), 'next')),
      inRows: BY_RHO,
    };
  }
  return {
    program: [iterations(values.outer, ...localStep(setting), ...cycle(hierarchy, sweepsFor(setting)))],
    correction: 'delta',
  };
}

export const multigrid = defineMethod({
  id: 'pd-multigrid',
  aliases: [],
  title: 'Projective dynamics, multigrid',
  citation: '[BHM00] V-cycle on [PNF18] Alg. 1',
  when: 'For stiff and large cloth: a cycle costs as much as a few sweeps and does the work of hundreds; on every backend.',
  enough: { outer: 20 },
  parameters,
  takes: PROJECTED,
  whyNoForces: ({ accuracy }) =>
    accuracy > 0
      ? { parameter: 'accuracy', allowed: '0: the accuracy is measured by the gradient of springs only' }
      : undefined,
  canSettle: true,
  endsEarly: ({ accuracy }) => accuracy > 0,
  advice,
  kernels: [
    weigh,
    diagonals,
    attach,
    adopt,
    outdate,
    coarsen,
    densify,
    pivot,
    local,
    residuals,
    restriction,
    prolongation,
    relax,
    relaxJacobi,
    accelerate,
    ...ACCURATE_KERNELS,
    ...PROJECTION_KERNELS,
  ],
  report: ({ accuracy }) => (accuracy > 0 ? { buffer: ACCURATE.status, labels: REPORT } : undefined),
  structures: () => [HIERARCHY],
  scratch: ({ model, values: { accuracy, rho } }) =>
    joinPlans(
      multigridMemory(model),
      accuracy > 0 ? accurateMemory(model) : {},
      rho > 0 ? { previous: rowMemory(model).rhs, next: rowMemory(model).rhs } : {},
    ),
  prepare: (setting) => prepare(setting, 1),
  renew: (setting) => prepare(setting, 0),
  record,
});
