/**
 * Experiment 1, [PNF18] Fig. 3, [NP17] Sec. 6.1: a cloth five times too large, integration off, shrinks to its size.
 * An iteration is a linear sweep on the springs' graph, so the rates are known: Jacobi half of Gauss-Seidel, red-black
 * equal to sequential, SOR by Young's formula; test/verification/enlarged-cloth.test.ts tests them against mathematics.
 */
import { type Check, type Curve, curveOf, type Outcome } from '../experiment.ts';
import type { Part } from '../figure.ts';
import { median, rateBetween, valueAt } from '../measure.ts';
import { errorAxis, unitedWarnings } from './axes.ts';
import { type Run, runBudget, runFixed } from './runs.ts';
import { ENLARGED, type EnlargedSize, PER_STEP } from './sizes.ts';
import { type BudgetMs, paperCount, SOLVERS, type SolverName } from './solvers.ts';

const ITERATIONS = 'enlarged-iterations';
const sizeOf = (quick: boolean) => ENLARGED[quick ? 'quick' : 'full'];
const springsOf = ({ side }: EnlargedSize) => 2 * side * (side - 1);

/** Error over iterations. */
export const enlargedIterations =
  (solvers: readonly SolverName[]): Part =>
  (quick) => {
    const size = sizeOf(quick);
    const { side, steps, windows } = size;
    return {
      parameters: { scene: 'pnf18-enlarged', particles: side * side, iterations: steps * PER_STEP, windows },
      runs: solvers.length,
      checks: checksOf(ITERATIONS, solvers, size, () => 1),
      run: async (context) => {
        const runs: Run[] = [];
        for (const solver of solvers)
          runs.push(
            await runFixed(context, {
              scene: 'enlarged',
              side,
              solver,
              iterations: PER_STEP,
              steps,
              every: size.every,
            }),
          );
        const curves = solvers.map((solver, k) => curve(solver, runs[k], PER_STEP));
        const initial = springsOf(size) * (4 * 0.01) ** 2;
        return {
          panels: [
            {
              id: ITERATIONS,
              title: `Enlarged cloth, ${side}×${side}: error over iterations`,
              x: { label: 'iterations' },
              y: errorAxis(curves, 1e-7),
              curves,
            },
          ],
          stills: [],
          numbers: [
            { what: 'springs', paper: 19_800, ours: springsOf(size), because: smaller(quick) },
            {
              what: 'initial error over springs·(4L)², stretched 5 times',
              paper: 1,
              ours: runs[0].samples[0].error / initial,
            },
          ],
          notes: unitedWarnings(runs),
        };
      },
    };
  };

/** Error over time, twice: with the iteration counts the paper reports, and with those that fit here. */
export const enlargedBudget =
  (ms: BudgetMs, solvers: readonly SolverName[]): Part =>
  (quick) => {
    const size = sizeOf(quick);
    const { side, steps, every } = size;
    const budget = ms * size.budgetScale;
    const budgetSteps = Math.ceil(size.solverMs / budget);
    const stride = Math.max(1, Math.floor(budgetSteps / 100));
    const counts = (solver: SolverName) => paperCount(ms, solver);
    const measured = solvers.filter((solver) => solver !== 'literal');
    const replay = `enlarged-counts-${ms}ms`;
    // As long as Jacobi's iterations last, and until GS, which gets the fewest, has come to the end of its window.
    const end = Math.max((steps * PER_STEP) / counts('jacobi'), size.windows.gs[1] / counts('gs')) * ms;
    return {
      parameters: {
        scene: 'pnf18-enlarged',
        particles: side * side,
        [`budget of ${ms} ms, ms a step here`]: budget,
        [`counts of the paper at ${ms} ms`]: Object.fromEntries(solvers.map((s) => [s, counts(s)])),
      },
      runs: solvers.length + measured.length,
      checks: checksOf(replay, solvers, size, (solver) => counts(solver) / ms),
      run: async (context) => {
        // With integration off the step has no say: the same iterations, counted in other portions.
        const replays: Run[] = [];
        for (const solver of solvers)
          replays.push(
            await runFixed(context, { scene: 'enlarged', side, solver, iterations: PER_STEP, steps, every }),
          );
        const runs: Run[] = [];
        for (const solver of measured)
          runs.push(
            await runBudget(context, {
              scene: 'enlarged',
              side,
              solver,
              budget,
              steps: budgetSteps,
              every: stride,
            }),
          );
        const theirs = solvers.map((solver, k) => {
          const whole = curve(solver, replays[k], (PER_STEP * ms) / counts(solver));
          const points = whole.points.filter((_, at, all) => at === 0 || all[at - 1][0] < end);
          return { ...whole, label: `${whole.label}, ${counts(solver)} it.`, points };
        });
        const used = runs.map(({ samples }) => median(samples.slice(1).map(({ iterations }) => iterations)));
        const ours = measured.map((solver, k) => ({
          solver,
          label: `${SOLVERS[solver].label}, ${used[k]} it.`,
          style: SOLVERS[solver].style,
          points: runs[k].samples.map(({ ms: x, error }) => [x, error] as const),
        }));
        return {
          panels: [
            {
              id: replay,
              title: `Enlarged cloth, ${ms} ms a step: the paper’s iteration counts`,
              x: { label: 'solver time on the paper’s machine, ms' },
              y: errorAxis(theirs, 1e-7),
              curves: theirs,
            },
            {
              id: `enlarged-budget-${ms}ms`,
              beside: true,
              title: `Enlarged cloth, ${Number(budget.toPrecision(3))} ms a step: what fits on this machine`,
              x: { label: 'solver time here, ms' },
              y: errorAxis(ours, 1e-7),
              curves: ours,
            },
          ],
          stills: [],
          numbers: measured.map((solver, k) => ({
            what: `iterations in ${ms} ms, ${SOLVERS[solver].label}`,
            paper: counts(solver),
            ours: used[k],
            because: `another machine${quick ? ', and a smaller cloth in a budget as much smaller' : ''}`,
          })),
          notes: unitedWarnings([...replays, ...runs]),
        };
      },
    };
  };

const smaller = (quick: boolean) => (quick ? 'a smaller cloth: --quick' : undefined);

function curve(solver: SolverName, { samples }: Run, perStep: number): Curve {
  const { label, style } = SOLVERS[solver];
  return {
    solver,
    label,
    style,
    points: samples.map(({ step, error }) => [step * perStep, error] as const),
  };
}

/**
 * Ratios of rates, each rate read in its solver's own window. `speed` is iterations per unit of x: with the counts of a budget,
 * solvers of equal rate differ by the counts.
 */
function checksOf(
  panel: string,
  solvers: readonly SolverName[],
  { windows }: EnlargedSize,
  speed: (solver: SolverName) => number,
): Check[] {
  const has = (...names: SolverName[]) => names.every((name) => solvers.includes(name));
  const rate = (outcome: Outcome, solver: SolverName) => {
    const [from, to] = windows[solver].map((iteration) => iteration / speed(solver)) as [number, number];
    return rateBetween(curveOf(outcome, panel, solver), [from, to]);
  };
  const ratio = (a: SolverName, b: SolverName, expected: number, share: number, swaps: Check['swaps']) => {
    const [by, unit] = speed(a) === 1 && speed(b) === 1 ? ['', 'iteration'] : [' by its count', 'ms'];
    const whole = (expected * speed(a)) / speed(b);
    return {
      name: `${SOLVERS[a].label} gains ${whole.toPrecision(3)} times what ${SOLVERS[b].label} gains per ${unit}${by}, within ${100 * share} %`,
      low: whole * (1 - share),
      high: whole * (1 + share),
      swaps,
      measure: (outcome: Outcome) => rate(outcome, a) / rate(outcome, b),
    };
  };
  const checks: Check[] = [];
  if (has('rbgs', 'jacobi')) checks.push(ratio('rbgs', 'jacobi', 2, 0.03, [['rbgs', 'jacobi']]));
  if (has('gs', 'rbgs')) {
    const [, to] = windows.gs;
    checks.push(ratio('gs', 'rbgs', 1, 0.02, [['gs', 'jacobi']]));
    // A sequential sweep is not symmetric and stirs up modes that a red-black sweep leaves alone.
    checks.push({
      name: `GS is at most 2 % above RBGS after ${to} iterations, and not below`,
      low: 1,
      high: 1.02,
      swaps: [['gs', 'rbgs']],
      measure: (outcome) =>
        valueAt(curveOf(outcome, panel, 'gs'), to / speed('gs')) /
        valueAt(curveOf(outcome, panel, 'rbgs'), to / speed('rbgs')),
    });
  }
  if (has('sor', 'rbgs')) {
    checks.push({
      name: 'SOR 1.7 gains per iteration what Young’s formula says from the rate of RBGS, within 5 %',
      low: 0.95,
      high: 1.05,
      swaps: [['sor', 'rbgs']],
      measure: (outcome) =>
        rate(outcome, 'sor') / speed('sor') / youngRate(rate(outcome, 'rbgs') / speed('rbgs'), 1.7),
    });
  }
  if (has('literal', 'jacobi')) checks.push(ratio('literal', 'jacobi', 1 / 4, 0.05, [['literal', 'jacobi']]));
  // By the counts of a budget this is near 1: just above at 1 ms, just below at 8 ms, as [NP17] says of Jacobi and GS.
  if (has('literal', 'gs')) checks.push(ratio('literal', 'gs', 1 / 8, 0.05, [['literal', 'gs']]));
  return checks;
}

/** -2 ln λ, λ the larger root of (λ + ω - 1)² = λ ω² μ², with μ from the rate of Gauss-Seidel, -4 ln μ. */
function youngRate(gaussSeidel: number, omega: number): number {
  const mu = Math.exp(-gaussSeidel / 4);
  const half = (omega * omega * mu * mu) / 2 - (omega - 1);
  return -2 * Math.log(half + Math.sqrt(half * half - (omega - 1) ** 2));
}
