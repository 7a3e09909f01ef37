/**
 * Experiment 2, [PNF18] Fig. 4, [NP17] Sec. 6.1: a cloth held at two corners falls from the horizontal. The solver is cut
 * short at a fixed number of iterations a step; what is left of the strain grows as the rate of the solver falls, and the
 * error with its square: Jacobi, at half the rate of RBGS, has about 4 times the error at the peak.
 */
import { type Check, type Curve, curveOf, type Outcome, type Panel } from '../experiment.ts';
import type { Part } from '../figure.ts';
import { median, peakOf, tailOf, valueAt } from '../measure.ts';
import { errorAxis, leaving, unitedWarnings } from './axes.ts';
import { type Run, runBudget, runFixed, type Sample } from './runs.ts';
import { HANGING, type HangingSize, PER_STEP } from './sizes.ts';
import { type BudgetMs, paperCount, SOLVERS, type SolverName } from './solvers.ts';

const TIMESTEP = 0.002;
const ITERATIONS = 'hanging-iterations';
export const hangingSize = (quick: boolean) => HANGING[quick ? 'quick' : 'full'];

/** Error over iterations, 11 a step. */
export const hangingIterations =
  (solvers: readonly SolverName[]): Part =>
  (quick) => {
    const size = hangingSize(quick);
    const { side, steps, falling } = size;
    return {
      parameters: { scene: 'pnf18-hanging', particles: side * side, iterations: steps * PER_STEP, falling },
      runs: solvers.length,
      checks: iterationChecks(solvers, size),
      run: async (context) => {
        const runs: Run[] = [];
        for (const solver of solvers) runs.push(await runFixed(context, longCourse(solver, size)));
        const curves = solvers.map((solver, k) =>
          curveFrom(solver, runs[k], ({ step, error }) => [step * PER_STEP, error]),
        );
        return {
          panels: [
            {
              id: ITERATIONS,
              title: `Hanging cloth, ${side}×${side}: error over iterations, ${PER_STEP} a step`,
              x: { label: 'iterations' },
              y: errorAxis(curves, 1e-4),
              curves,
            },
          ],
          stills: [],
          numbers: [
            {
              what: 'springs',
              paper: 19_800,
              ours: 2 * side * (side - 1),
              because: quick ? 'a smaller cloth: --quick' : undefined,
            },
          ],
          notes: unitedWarnings(runs),
        };
      },
    };
  };

/** The run over all iterations of a figure; its last state is what [NP17] calls stabilised. */
export const longCourse = (solver: SolverName, { side, steps, every }: HangingSize) => ({
  scene: 'hanging' as const,
  side,
  solver,
  iterations: PER_STEP,
  steps,
  every,
  keep: [steps],
});

/** The fall and first swing with the paper's count of iterations for a budget. */
export const countedCourse = (solver: SolverName, ms: BudgetMs, size: HangingSize) => ({
  scene: 'hanging' as const,
  side: size.side,
  solver,
  iterations: paperCount(ms, solver),
  steps: size.swing,
  every: size.swingEvery,
  keep: size.stills,
});

/** Error over simulated time, twice: with the iteration counts the paper reports, and with those that fit here. */
export const hangingBudget =
  (ms: BudgetMs, solvers: readonly SolverName[]): Part =>
  (quick) => {
    const size = hangingSize(quick);
    const { side, swing: steps, swingEvery: every } = size;
    const budget = ms * size.budgetScale;
    const counted = `hanging-counts-${ms}ms`;
    return {
      parameters: {
        scene: 'pnf18-hanging',
        particles: side * side,
        steps,
        falling: size.falling,
        [`budget of ${ms} ms, ms a step here`]: budget,
        [`counts of the paper at ${ms} ms`]: Object.fromEntries(solvers.map((s) => [s, paperCount(ms, s)])),
      },
      runs: 2 * solvers.length,
      checks: countedChecks(counted, solvers, ms, size),
      run: async (context) => {
        const [theirs, ours]: [Run[], Run[]] = [[], []];
        for (const solver of solvers) theirs.push(await runFixed(context, countedCourse(solver, ms, size)));
        for (const solver of solvers)
          ours.push(await runBudget(context, { scene: 'hanging', side, solver, budget, steps, every }));
        const used = ours.map(({ samples }) => median(samples.slice(1).map(({ iterations }) => iterations)));
        const panel = (id: string, title: string, runs: Run[], count: (k: number) => number): Panel => {
          const curves = solvers.map((solver, k) =>
            curveFrom(solver, runs[k], ({ step, error }) => [step * TIMESTEP, error], `, ${count(k)} it.`),
          );
          const x = { label: 'simulated time, s' };
          return { id, title, beside: runs === ours, x, y: errorAxis(curves, 1e-4), curves };
        };
        const panels = [
          panel(counted, `Hanging cloth, ${ms} ms a step: the paper’s iteration counts`, theirs, (k) =>
            paperCount(ms, solvers[k]),
          ),
          panel(
            `hanging-budget-${ms}ms`,
            `Hanging cloth, ${Number(budget.toPrecision(3))} ms a step: what fits on this machine`,
            ours,
            (k) => used[k],
          ),
        ];
        return {
          panels,
          stills: [],
          numbers: solvers.map((solver, k) => ({
            what: `iterations in ${ms} ms, ${SOLVERS[solver].label}`,
            paper: paperCount(ms, solver),
            ours: used[k],
            because: `another machine${quick ? ', and a smaller cloth in a budget as much smaller' : ''}`,
          })),
          notes: [...panels.flatMap(leaving), ...unitedWarnings([...theirs, ...ours])],
        };
      },
    };
  };

export function curveFrom(
  solver: SolverName,
  { samples }: Run,
  point: (sample: Sample) => readonly [number, number],
  suffix = '',
): Curve {
  const { label, style } = SOLVERS[solver];
  // The first sample is the flat cloth without any error, which a logarithm does not show.
  return { solver, label: label + suffix, style, points: samples.slice(1).map(point) };
}

function iterationChecks(solvers: readonly SolverName[], { falling, every, swing }: HangingSize): Check[] {
  const x = falling * PER_STEP;
  const at = (outcome: Outcome, solver: SolverName) => valueAt(curveOf(outcome, ITERATIONS, solver), x);
  const first = (outcome: Outcome, solver: SolverName) => {
    const curve = curveOf(outcome, ITERATIONS, solver);
    return peakOf({ ...curve, points: curve.points.slice(0, Math.floor(swing / every)) });
  };
  const checks: Check[] = [
    {
      name: 'the first peak of Jacobi is 3 to 6 times that of RBGS (about 4: half the rate, squared)',
      low: 3,
      high: 6,
      swaps: [['rbgs', 'jacobi']],
      measure: (outcome) => first(outcome, 'jacobi') / first(outcome, 'rbgs'),
    },
    {
      name: 'the first peaks of GS and RBGS are within 15 %',
      low: 0.85,
      high: 1.15,
      swaps: [['gs', 'jacobi']],
      measure: (outcome) => first(outcome, 'gs') / first(outcome, 'rbgs'),
    },
  ];
  if (solvers.includes('sor')) checks.push(sorCheck(falling, at));
  if (solvers.includes('frozen'))
    checks.push({
      name: 'over the last quarter SOR 1.7 with d frozen leaves at most a fifth of the error of RBGS',
      high: 1 / 5,
      swaps: [['frozen', 'rbgs']],
      measure: (outcome) =>
        tailOf(curveOf(outcome, ITERATIONS, 'frozen'), 0.25) /
        tailOf(curveOf(outcome, ITERATIONS, 'rbgs'), 0.25),
    });
  if (solvers.includes('multigrid'))
    checks.push({
      name: 'over the last quarter multigrid leaves at most a tenth of the error of RBGS',
      high: 1 / 10,
      swaps: [['multigrid', 'rbgs']],
      measure: (outcome) =>
        tailOf(curveOf(outcome, ITERATIONS, 'multigrid'), 0.25) /
        tailOf(curveOf(outcome, ITERATIONS, 'rbgs'), 0.25),
    });
  return checks;
}

function countedChecks(
  panel: string,
  solvers: readonly SolverName[],
  ms: BudgetMs,
  { falling }: HangingSize,
): Check[] {
  const peak = (outcome: Outcome, solver: SolverName) => peakOf(curveOf(outcome, panel, solver));
  const count = (solver: SolverName) => `${SOLVERS[solver].label} (${paperCount(ms, solver)} iterations)`;
  const checks: Check[] = [
    {
      name: `the peak of ${count('jacobi')} is above that of ${count('rbgs')}`,
      low: 1.05,
      swaps: [
        ['rbgs', 'jacobi'],
        ['gs', 'jacobi'],
      ],
      measure: (outcome) => peak(outcome, 'jacobi') / peak(outcome, 'rbgs'),
    },
    {
      name: `the peak of ${count('gs')} is 2 to 50 times that of ${count('jacobi')}`,
      low: 2,
      high: 50,
      swaps: [['gs', 'jacobi']],
      measure: (outcome) => peak(outcome, 'gs') / peak(outcome, 'jacobi'),
    },
  ];
  const at = (outcome: Outcome, solver: SolverName) =>
    valueAt(curveOf(outcome, panel, solver), falling * TIMESTEP);
  if (solvers.includes('sor')) checks.push(sorCheck(falling, at));
  return checks;
}

/** While the cloth falls: later, on a small cloth, the energy that SOR keeps covers what it gains (see docs/lab.md). */
const sorCheck = (falling: number, at: (outcome: Outcome, solver: SolverName) => number): Check => ({
  name: `after ${falling} steps the error of SOR 1.7 is at most a third of that of RBGS`,
  high: 1 / 3,
  swaps: [['sor', 'rbgs']],
  measure: (outcome) => at(outcome, 'sor') / at(outcome, 'rbgs'),
});
