/** Pictures of the hanging cloth: [PNF18] Fig. 5, [NP17] Fig. 6.8 while it swings, Fig. 6.10 when it has come to rest. */
import { type Check, curveOf, type Outcome, type Panel, type Still } from '../experiment.ts';
import type { Part } from '../figure.ts';
import { peakOf, tailOf } from '../measure.ts';
import { errorAxis, unitedWarnings } from './axes.ts';
import { countedCourse, curveFrom, hangingSize, longCourse } from './hanging.ts';
import { type Run, runFixed } from './runs.ts';
import { PER_STEP } from './sizes.ts';
import { type BudgetMs, paperCount, SOLVERS, type SolverName } from './solvers.ts';

const TIMESTEP = 0.002;
const ERROR = 'stills-error';
const LOWEST = 'stills-lowest';

/** A row of pictures per solver, with the paper's iteration counts for the budget. */
export const swingStills =
  (ms: BudgetMs, solvers: readonly SolverName[]): Part =>
  (quick) => {
    const size = hangingSize(quick);
    const peak = (outcome: Outcome, solver: SolverName) => peakOf(curveOf(outcome, ERROR, solver));
    const checks: Check[] = [
      {
        name: 'at its peak the error of RBGS is the smallest, with Jacobi next',
        low: 1.05,
        swaps: [
          ['rbgs', 'jacobi'],
          ['gs', 'jacobi'],
        ],
        measure: (outcome) => peak(outcome, 'jacobi') / peak(outcome, 'rbgs'),
      },
    ];
    return {
      parameters: {
        scene: 'pnf18-hanging',
        particles: size.side ** 2,
        stills: size.stills.map((step) => `${step * TIMESTEP} s`),
        [`counts of the paper at ${ms} ms`]: Object.fromEntries(solvers.map((s) => [s, paperCount(ms, s)])),
      },
      runs: solvers.length,
      checks,
      run: async (context) => {
        const runs: Run[] = [];
        for (const solver of solvers) runs.push(await runFixed(context, countedCourse(solver, ms, size)));
        const stills = solvers.flatMap((solver, k) =>
          size.stills.map((step): Still => {
            const positions = runs[k].kept.get(step)!;
            const { label, style } = SOLVERS[solver];
            const row = `${label}, ${paperCount(ms, solver)} iterations a step`;
            return {
              row,
              caption: `${(step * TIMESTEP).toFixed(2)} s`,
              colour: style.colour,
              side: size.side,
              positions,
            };
          }),
        );
        return {
          panels: panelsOf(solvers, runs, size.side),
          stills,
          numbers: [],
          notes: unitedWarnings(runs),
        };
      },
    };
  };

/** One picture per solver after all iterations, 11 a step. */
export const restStills =
  (solvers: readonly SolverName[]): Part =>
  (quick) => {
    const size = hangingSize(quick);
    const { side, steps } = size;
    const sag = (outcome: Outcome, solver: SolverName) => -tailOf(curveOf(outcome, LOWEST, solver), 0.25);
    return {
      parameters: { scene: 'pnf18-hanging', particles: side ** 2, iterations: steps * PER_STEP },
      runs: solvers.length,
      checks: [
        {
          name: 'over the last quarter the RBGS cloth hangs 3 to 30 % lower than with SOR 1.7, d frozen',
          low: 1.03,
          high: 1.3,
          swaps: [['frozen', 'rbgs']],
          measure: (outcome) => sag(outcome, 'rbgs') / sag(outcome, 'frozen'),
        },
      ],
      run: async (context) => {
        const runs: Run[] = [];
        for (const solver of solvers) runs.push(await runFixed(context, longCourse(solver, size)));
        const stills = solvers.map(
          (solver, k): Still => ({
            row: `after ${steps * PER_STEP} iterations`,
            caption: SOLVERS[solver].label,
            colour: SOLVERS[solver].style.colour,
            side,
            positions: runs[k].kept.get(steps)!,
          }),
        );
        return { panels: panelsOf(solvers, runs, side), stills, numbers: [], notes: unitedWarnings(runs) };
      },
    };
  };

function panelsOf(solvers: readonly SolverName[], runs: readonly Run[], side: number): Panel[] {
  const x = { label: 'simulated time, s' };
  const errors = solvers.map((solver, k) =>
    curveFrom(solver, runs[k], ({ step, error }) => [step * TIMESTEP, error]),
  );
  const lowest = solvers.map((solver, k) =>
    curveFrom(solver, runs[k], ({ step, lowest: y }) => [step * TIMESTEP, y]),
  );
  return [
    {
      id: ERROR,
      title: `Hanging cloth, ${side}×${side}: error`,
      x,
      y: errorAxis(errors, 1e-4),
      curves: errors,
    },
    {
      id: LOWEST,
      beside: true,
      title: `Hanging cloth, ${side}×${side}: its lowest particle`,
      x,
      y: { label: 'height, m' },
      curves: lowest,
    },
  ];
}
