/** [PNF18]'s enlarged cloth: how much work until nothing is left of the error, and how that grows with the resolution. */
import type { Check, Context, Curve, Outcome } from '../experiment.ts';
import { figureOf, type Part } from '../figure.ts';
import { curveOf, type Run, run, spreadUpTo, unitedWarnings } from './runs.ts';
import { NAMES, SOLVERS, type SolverName } from './solvers.ts';

interface Size {
  readonly side: number;
  /** Work units at most, and the share of the error at which a run ends. */
  readonly most: number;
  readonly until: number;
  /** Particles a side, where resolutions are compared. */
  readonly sides: readonly number[];
  /** Work units until RBGS has 1 % left. */
  readonly rbgs: readonly [number, number];
}

const SIZES: Readonly<Record<'full' | 'quick', Size>> = {
  full: { side: 100, most: 12_000, until: 1e-7, sides: [25, 50, 100, 200], rbgs: [4300, 4500] },
  quick: { side: 30, most: 1500, until: 1e-6, sides: [15, 30], rbgs: [380, 420] },
};

/** Of the solver's units, a step. Sweeps with d frozen need some to a local step, or there is nothing to freeze. */
const COUNTS: Readonly<Record<SolverName, number>> = {
  ...{ rbgs: 1, sor: 1, frozen: 11, frozen19: 11, chebyshev: 50, xpbd: 1, cholesky: 1, multigrid: 1, cg: 1 },
};
/** Shares of the error whose work is reported: 1 % and 0.01 %. */
const GOALS = [1e-2, 1e-4] as const;
const STUDY: Readonly<Partial<Record<SolverName, number>>> = { rbgs: 4392, sor: 774, multigrid: 4 };

/** Work units a step are known only once it runs: so many steps are surely enough. */
const LEAST_WORK: Readonly<Partial<Record<SolverName, number>>> = {
  frozen: 11,
  frozen19: 11,
  chebyshev: 150,
};

const [BY_WORK, BY_TIME, BY_SIDE] = ['by-work', 'by-ms', 'by-resolution'];

const one = (context: Context, side: number, solver: SolverName, { most, until }: Size): Promise<Run> =>
  run(context, {
    ...{ scene: 'enlarged', side, solver, count: COUNTS[solver], until },
    looks: spreadUpTo(Math.ceil(most / (LEAST_WORK[solver] ?? 1)), 24),
  });

/**
 * Work units until a share of the first error is left, in whole steps, between two samples by the logarithm; Infinity where it never was.
 */
export function workTo({ samples, work }: Run, share: number): number {
  const goal = share * samples[0].error;
  const after = samples.findIndex(({ error }) => error <= goal);
  if (after < 0) return Number.POSITIVE_INFINITY;
  const [from, to] = [samples[after - 1], samples[after]];
  const part = Math.log(from.error / goal) / Math.log(from.error / to.error);
  return work * Math.ceil(from.step + part * (to.step - from.step));
}

const part: Part = (quick) => {
  const size = SIZES[quick ? 'quick' : 'full'];
  const { side, sides, most } = size;
  /** More work for finer cloths, as RBGS needs; beyond the full size only for what needs less. */
  const sized = (n: number) => ({
    ...size,
    most: Math.ceil(most * Math.max(1, (n / side) ** 2)),
    until: GOALS[0],
  });
  const shown = (solver: SolverName) => sides.filter((n) => n <= side || !SLOW.includes(solver));
  return {
    parameters: {
      scene: 'pnf18-enlarged',
      particles: side ** 2,
      'work units at most': most,
      'particles a side, by resolution': sides,
      'counts a step': Object.fromEntries(
        NAMES.map((s) => [`${SOLVERS[s].label}: ${SOLVERS[s].unit}`, COUNTS[s]]),
      ),
    },
    runs: NAMES.length + NAMES.reduce((sum, solver) => sum + shown(solver).length, 0),
    checks: checksOf(size),
    run: async (context) => {
      const runs: Run[] = [];
      for (const solver of NAMES) runs.push(await one(context, side, solver, size));
      const bySide: Curve[] = [];
      for (const solver of NAMES) {
        const points: [number, number][] = [];
        for (const n of shown(solver))
          points.push([n, workTo(await one(context, n, solver, sized(n)), GOALS[0])]);
        bySide.push(
          curveOf(
            solver,
            points.filter(([, y]) => Number.isFinite(y)),
            { style: { dots: true } },
          ),
        );
      }
      /** The start, which a logarithm has no place for, stands at half the least work or time of a step. */
      const curves = (x: (run: Run) => number) => {
        const start = Math.min(...runs.map(x)) / 2;
        return NAMES.map((solver, k) => {
          const [first, ...later] = runs[k].samples;
          const rest = later.map(
            ({ step, error }) => [step * x(runs[k]), Math.max(FLOOR, error / first.error)] as const,
          );
          return curveOf(solver, [[start, 1], ...rest]);
        });
      };
      const y = { label: 'error over the first error', log: true };
      return {
        panels: [
          {
            id: BY_WORK,
            title: `Enlarged cloth, ${side}×${side}: error by work`,
            x: { label: 'work units (local steps not counted)', log: true },
            y,
            curves: curves(({ work }) => work),
          },
          {
            id: BY_TIME,
            beside: true,
            title: 'The same by time',
            x: { label: 'ms on this machine', log: true },
            y,
            curves: curves(({ samples }) => samples.at(-1)!.ms),
          },
          {
            id: BY_SIDE,
            title: 'Work until 1 % of the error is left',
            x: { label: 'particles a side', log: true },
            y: { label: 'work units', log: true },
            curves: bySide,
          },
        ],
        stills: [],
        tables: [
          {
            head: ['solver', 'work units to 1 %', 'work units to 0.01 %', 'ms to 0.01 %'],
            rows: NAMES.map((solver, k) => {
              const [some, more] = GOALS.map((goal) => workTo(runs[k], goal));
              const { samples, work } = runs[k];
              const words = (value: number) => (Number.isFinite(value) ? value.toPrecision(4) : '–');
              return [
                SOLVERS[solver].label,
                words(some),
                words(more),
                words((more / work) * samples.at(-1)!.ms),
              ];
            }),
          },
        ],
        numbers: Object.entries(STUDY).map(([solver, paper]) => ({
          what: `work units to 1 %, ${SOLVERS[solver as SolverName].label}`,
          paper,
          ours: workTo(runs[NAMES.indexOf(solver as SolverName)], GOALS[0]),
          because: quick ? 'a smaller cloth: --quick' : WHY[solver as SolverName],
        })),
        notes: [
          'The column “paper” is a float64 study of the same cloth. Curves begin at half the work or time of the shortest step, where the error is 1.',
          'Without inertia compliance has no meaning: XPBD is PBD here.',
          ...unitedWarnings(runs),
        ],
      };
    },
  };
};

/** Nothing below is drawn: float32. */
const FLOOR = 1e-11;

/** Whose work grows with the number of particles, or whose steps are slow. */
const SLOW: readonly SolverName[] = ['rbgs', 'xpbd'];
const WHY: Readonly<Partial<Record<SolverName, string>>> = {
  multigrid: 'a single cycle finds it, and is 5.4 units as they are counted here',
};

function checksOf({ rbgs }: Size): Check[] {
  const work = (outcome: Outcome, solver: SolverName, goal: (typeof GOALS)[number]) => {
    const label = SOLVERS[solver].label;
    return Number(outcome.tables![0].rows.find(([name]) => name === label)![1 + GOALS.indexOf(goal)]);
  };
  const reaches = (share: (typeof GOALS)[number], high: number): Check => ({
    name: `multigrid has ${100 * share} % of the error left after at most ${high} work units`,
    high,
    swaps: [
      ['multigrid', 'rbgs'],
      ['multigrid', 'frozen19'],
    ],
    measure: (outcome) => work(outcome, 'multigrid', share),
  });
  return [
    reaches(GOALS[0], 6),
    reaches(GOALS[1], 12),
    {
      name: `RBGS has 1 % left after ${rbgs.join(' to ')} work units`,
      low: rbgs[0],
      high: rbgs[1],
      swaps: [['rbgs', 'sor']],
      measure: (outcome) => work(outcome, 'rbgs', GOALS[0]),
    },
  ];
}

export const enlarged = figureOf({
  id: 'multigrid-enlarged',
  figure: 'Enlarged cloth',
  title: 'The enlarged cloth: work until the error is gone',
  claims: [
    'PNF18’s enlarged cloth, five times its rest length, integration off: to 1 % of the error RBGS takes 4392 sweeps, SOR 1.7 774, multigrid a single cycle.',
    'The work of sweeps grows with the number of particles; that of a cycle with nothing.',
  ],
  parts: [part],
});
