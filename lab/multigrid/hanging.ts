/** The hanging cloth of [PNF18] at rest: what is left of the error by work and by time, and how it comes there. */
import type { Check, Curve, Outcome, Still } from '../experiment.ts';
import { figureOf, type Part } from '../figure.ts';
import { oneStep } from './one-step.ts';
import {
  curveOf,
  DASHED,
  everyUpTo,
  exactLine,
  exactRest,
  lately,
  type Run,
  run,
  unitedWarnings,
} from './runs.ts';
import { NAMES, SOLVERS, type SolverName, solverOf } from './solvers.ts';

interface Size {
  readonly side: number;
  /** Steps of 2 ms: the whole run, after how many all counts are compared, and between two samples. */
  readonly steps: number;
  readonly early: number;
  readonly every: number;
  readonly all: boolean;
  readonly still: number;
  /** How near multigrid has to come to the exact error with one and two cycles a step, and how far RBGS stays from it. */
  readonly near: { readonly one: number; readonly two: number };
  readonly rbgs: number;
  /** The strain of SOR 1.9, d frozen, over that of one cycle. */
  readonly strain: number;
}

const SIZES: Readonly<Record<'full' | 'quick', Size>> = {
  full: {
    ...{ side: 100, steps: 5500, early: 1500, every: 50, all: true, still: 3000 },
    ...{ near: { one: 0.05, two: 0.02 }, rbgs: 300, strain: 3 },
  },
  quick: {
    ...{ side: 30, steps: 1000, early: 400, every: 25, all: false, still: 400 },
    ...{ near: { one: 0.3, two: 0.1 }, rbgs: 50, strain: 2.5 },
  },
};

/** What runs to the end, with the errors that a float64 study of the same cloth found there. */
const LONG: readonly { solver: SolverName; count: number; study?: number }[] = [
  { solver: 'rbgs', count: 11, study: 9.98e-3 },
  { solver: 'sor', count: 11, study: 1.8e-3 },
  { solver: 'frozen', count: 11, study: 7.0e-4 },
  { solver: 'frozen19', count: 11, study: 1.6e-4 },
  { solver: 'chebyshev', count: 7 },
  { solver: 'xpbd', count: 7, study: 7.0e-4 },
  { solver: 'cholesky', count: 2 },
  { solver: 'cg', count: 1 },
  { solver: 'multigrid', count: 1, study: 2.91e-5 },
  { solver: 'multigrid', count: 2, study: 2.79e-5 },
];
const STUDY_EXACT = 2.798e-5;

/** The pictures: all with the time that one cycle of multigrid takes here. SOR with a local step a sweep explodes with so few. */
const PICTURED: readonly { solver: SolverName; count: number }[] = [
  { solver: 'rbgs', count: 1 },
  { solver: 'frozen', count: 11 },
  { solver: 'frozen19', count: 11 },
  { solver: 'multigrid', count: 1 },
];

const [BY_WORK, BY_TIME, OVER_TIME, STRAIN] = ['by-work', 'by-ms', 'over-time', 'strain'] as const;

const nameOf = ({ solver, count }: { solver: SolverName; count: number }) => `${solver} ${count}`;

const part: Part = (quick) => {
  const size = SIZES[quick ? 'quick' : 'full'];
  const { side, steps, early, every, all } = size;
  const isLong = (solver: SolverName, count: number) =>
    LONG.some((long) => long.solver === solver && long.count === count);
  const points = NAMES.flatMap((solver) =>
    SOLVERS[solver].counts
      .filter((_, k) => all || k < 2)
      .map((count) => ({ solver, count: count as number })),
  );
  return {
    parameters: {
      scene: 'pnf18-hanging',
      particles: side ** 2,
      steps,
      'steps before all counts are compared': early,
      'counts a step': Object.fromEntries(
        NAMES.map((solver) => [
          `${SOLVERS[solver].label}: ${SOLVERS[solver].unit}`,
          points.filter((point) => point.solver === solver).map(({ count }) => count),
        ]),
      ),
    },
    runs: 1 + points.length + PICTURED.length,
    checks: checksOf(size),
    run: async (context) => {
      const exact = await exactRest(context, 'hanging', side);
      const runs = new Map<string, Run>();
      for (const { solver, count } of points) {
        const looks = everyUpTo(every, isLong(solver, count) ? steps : early);
        runs.set(
          nameOf({ solver, count }),
          await run(context, { scene: 'hanging', side, solver, count, looks }),
        );
      }
      const of = (solver: SolverName, count: number) => runs.get(nameOf({ solver, count }))!;
      const compared = (x: (run: Run) => number): Curve[] =>
        NAMES.map((solver) =>
          curveOf(
            solver,
            points
              .filter((point) => point.solver === solver)
              .map(({ count }) => of(solver, count))
              .map((run) => [x(run), lately(run, early, 'error')] as const),
            { style: { dots: true } },
          ),
        );
      const across = (curves: readonly Curve[]) => {
        const values = curves.flatMap((curve) => curve.points.map(([x]) => x));
        return [...curves, exactLine(Math.min(...values), Math.max(...values), exact.error)];
      };
      const long = (what: 'error' | 'strain') => [
        ...LONG.map(({ solver, count }) =>
          curveOf(
            solver,
            of(solver, count)
              .samples.slice(1)
              .map((sample) => [sample.step * 0.002, sample[what]] as const),
            { suffix: `, ${count}`, style: solver === 'multigrid' && count === 1 ? DASHED : {} },
          ),
        ),
        exactLine(every * 0.002, steps * 0.002, exact[what]),
      ];
      const y = { label: 'error, PNF18 eq. (7), m²', log: true };
      const seconds = `${(early * 0.002).toFixed(0)} s`;
      const budget = of('multigrid', 1).samples.at(-1)!.ms;
      const pictures: { label: string; colour: string; positions: Float32Array; strain: number }[] = [];
      for (const { solver, count } of PICTURED) {
        const { positions, samples } = await run(context, {
          ...{ scene: 'hanging', side, solver, count, looks: [size.still] },
          ...{ budget, budgetOf: 'one cycle' },
        });
        const { strain } = samples.at(-1)!;
        pictures.push({
          label: SOLVERS[solver].label,
          colour: SOLVERS[solver].style.colour,
          positions,
          strain,
        });
      }
      pictures.push({ ...exact, label: 'exact, at rest', colour: '#8a8f98' });
      return {
        panels: [
          {
            id: BY_WORK,
            title: `Hanging cloth, ${side}×${side}, after ${seconds}: error by work`,
            x: { label: 'work units a step (local steps not counted)', log: true },
            y,
            curves: across(compared(({ work }) => work)),
          },
          {
            id: BY_TIME,
            beside: true,
            title: 'The same by time',
            x: { label: 'ms a step on this machine', log: true },
            y,
            curves: across(compared(({ samples }) => samples.at(-1)!.ms)),
          },
          {
            id: OVER_TIME,
            title: `Hanging cloth, ${side}×${side}: error as it comes to rest`,
            x: { label: 'simulated time, s' },
            y: { ...y, from: exact.error / 10 },
            curves: long('error'),
          },
          {
            id: STRAIN,
            beside: true,
            title: 'Mean strain as it comes to rest',
            x: { label: 'simulated time, s' },
            y: { label: 'mean strain', log: true, from: exact.strain / 10 },
            curves: long('strain'),
          },
        ],
        stills: pictures.map(
          ({ label, colour, positions, strain }): Still => ({
            row: `After ${(size.still * 0.002).toFixed(0)} s with equal time a step; the line is the exact cloth’s edge`,
            caption: `${label}: ${(100 * strain).toPrecision(2)} %`,
            ...{ colour, side, positions, edge: exact.positions },
          }),
        ),
        tables: [
          {
            head: ['solver', 'a step', 'work units', 'ms', 'error, m²', 'over exact', 'mean strain, %'],
            rows: [
              ...LONG.map(({ solver, count }) => {
                const found = of(solver, count);
                const error = lately(found, steps, 'error');
                return [
                  SOLVERS[solver].label,
                  `${count} ${SOLVERS[solver].unit}`,
                  found.work.toPrecision(3),
                  found.samples.at(-1)!.ms.toPrecision(3),
                  error.toExponential(3),
                  (error / exact.error).toPrecision(4),
                  (100 * lately(found, steps, 'strain')).toPrecision(3),
                ];
              }),
              [
                'exact (Newton)',
                '',
                '',
                '',
                exact.error.toExponential(4),
                '1',
                (100 * exact.strain).toPrecision(3),
              ],
            ],
          },
        ],
        numbers: [
          { what: 'exact error at rest, m²', paper: STUDY_EXACT, ours: exact.error, because: SMALLER },
          ...LONG.flatMap(({ solver, count, study }) =>
            study === undefined
              ? []
              : [
                  {
                    what: `error at rest, ${SOLVERS[solver].label}, ${count}`,
                    paper: study,
                    ours: lately(of(solver, count), steps, 'error'),
                    because: quick ? SMALLER : (WHY[solver] ?? WHY.other),
                  },
                ],
          ),
        ],
        notes: [
          'The numbers in the column “paper” are those of a float64 study of the same cloth, made before this solver was written.',
          `Newton’s equilibrium is balanced to ${exact.imbalance.toExponential(1)} of a particle’s weight.`,
          `The pictures: every solver has ${budget.toPrecision(3)} ms a step, what multigrid takes for one cycle here, as many iterations as fit, but at least one sweep of RBGS and eleven of SOR. SOR 1.7 with a local step a sweep is left out: with so few it explodes. Under each its mean strain.`,
          'XPBD runs in plain JavaScript, the others in WebAssembly: its milliseconds are some times too many.',
          ...unitedWarnings([...runs.values()]),
        ],
      };
    },
  };
};

const SMALLER = 'a smaller cloth: --quick';
const WHY: Readonly<Partial<Record<SolverName | 'other', string>>> = {
  multigrid: 'no sweeps on the way down, where the study has one on each coarse level; and float32',
  sor: 'it never rests: a mean over the last fifth of the run',
  xpbd: 'springs in another order',
  other: 'the mean over the last fifth of 11 s; float32',
};

const at = (outcome: Outcome, panel: string, label: string, share = 0.2): number => {
  const curve = outcome.panels.find(({ id }) => id === panel)?.curves.find((one) => one.label === label);
  if (!curve) throw new Error(`no curve ${label} in ${panel}`);
  const tail = curve.points.slice(Math.floor(curve.points.length * (1 - share)));
  return tail.reduce((sum, [, y]) => sum + y, 0) / tail.length;
};

function checksOf({ near, rbgs, strain }: Size): Check[] {
  const label = (solver: SolverName, count: number) => `${solverOf(solver).label}, ${count}`;
  const over = (outcome: Outcome, solver: SolverName, count: number) =>
    at(outcome, OVER_TIME, label(solver, count)) / at(outcome, OVER_TIME, 'exact');
  const rests = (count: number, share: number): Check => ({
    name: `multigrid with ${count} cycle${count > 1 ? 's' : ''} a step rests within ${100 * share} % of the exact error`,
    low: 1 - share,
    high: 1 + share,
    swaps: [['multigrid', 'rbgs']],
    measure: (outcome) => over(outcome, 'multigrid', count),
  });
  return [
    rests(2, near.two),
    rests(1, near.one),
    {
      name: `RBGS with 11 sweeps a step rests at ${rbgs} times the exact error or more`,
      low: rbgs,
      swaps: [['rbgs', 'multigrid']],
      measure: (outcome) => over(outcome, 'rbgs', 11),
    },
    {
      name: `the mean strain of SOR 1.9, d frozen, 11 sweeps, is ${strain} times that of one cycle of multigrid or more`,
      low: strain,
      swaps: [['frozen19', 'multigrid']],
      measure: (outcome) =>
        at(outcome, STRAIN, label('frozen19', 11)) / at(outcome, STRAIN, label('multigrid', 1)),
    },
  ];
}

export const hanging = figureOf({
  id: 'multigrid-hanging',
  figure: 'Hanging cloth',
  title: 'The hanging cloth at rest, by work and by time',
  claims: [
    'PNF18’s hanging cloth, 0.01 kg a particle, k = 1e6 N/m, h = 2 ms, damping 1/s: at rest exactly 2.798e-5 m², 350 times that with eleven sweeps of RBGS; SOR 1.7 with a local step a sweep never rests.',
    'Two local steps and V-cycles a step rest within 1 % of the exact error, for about the work of those eleven sweeps.',
    'A work unit is a red-black sweep of the finest grid; a V-cycle is 5.4 of them by what it reads (6 on small cloths), local steps are not counted.',
  ],
  parts: [part, oneStep],
});
