/** What becomes of it all as the cloth is resolved finer: the same metre and 100 kg of it in more and more particles. */
import { reference } from '../../engine/index.ts';
import type { Check, Context, Curve, Outcome } from '../experiment.ts';
import { figureOf, type Part } from '../figure.ts';
import { errorNorms, lastFactor } from './linear.ts';
import { curveOf, DASHED, everyUpTo, exactRest, lately, type Run, run } from './runs.ts';
import { sceneOf } from './simulation.ts';
import { SOLVERS, type SolverName, solverOf } from './solvers.ts';

interface Size {
  /** Particles a side of the hanging cloths, and steps of 2 ms. */
  readonly sides: readonly number[];
  readonly steps: number;
  readonly every: number;
  /** Of the cloths of the linear problem. */
  readonly linear: readonly number[];
  /** Where a cycle is compared with sweeps. */
  readonly cost: readonly number[];
  /** How near one cycle comes to the exact error on the two finest cloths. */
  readonly near: number;
}

const SIZES: Readonly<Record<'full' | 'quick', Size>> = {
  full: {
    ...{ sides: [25, 50, 100, 200, 400], steps: 1500, every: 25 },
    ...{ linear: [64, 128, 256, 512], cost: [100, 400], near: 0.05 },
  },
  quick: { sides: [12, 24], steps: 1000, every: 25, linear: [24, 48], cost: [40], near: 0.15 },
};

/** The solvers of the hanging cloth, each with the finest cloth it is run on: sweeps of fine cloths take long. */
const COMPARED: readonly { solver: SolverName; count: number; finest: number }[] = [
  { solver: 'rbgs', count: 11, finest: 200 },
  { solver: 'frozen19', count: 11, finest: 400 },
  { solver: 'chebyshev', count: 7, finest: 200 },
  { solver: 'xpbd', count: 7, finest: 200 },
  { solver: 'cholesky', count: 2, finest: 200 },
  { solver: 'multigrid', count: 1, finest: 400 },
  { solver: 'multigrid', count: 2, finest: 200 },
];
/** Rest errors of the float64 study, m². */
const STUDY = [
  { solver: 'rbgs', count: 11, side: 200, error: 0.141 },
  { solver: 'frozen19', count: 11, side: 200, error: 9.9e-4 },
  { solver: 'multigrid', count: 1, side: 200, error: 2.83e-5 },
  { solver: 'multigrid', count: 1, side: 400, error: 2.8e-5 },
] as const;
/** A cycle costs so many sweeps at most, at 100² and at 400²: stated for a quiet machine, checked with twice that. */
const COSTS: Readonly<Record<number, number>> = { 100: 7, 400: 8 };
const INERTIA = 1 / 0.002 ** 2;

const [ERROR, TIME, FACTOR] = ['error', 'ms', 'factor'];

const labelOf = (solver: SolverName, count: number) => `${SOLVERS[solver].label}, ${count}`;

/** The long-run factor per outer iteration on the linear problem: two corners held, k/m = 1e8. */
function factorOf(context: Context, where: 'float64' | 'here', solver: SolverName, side: number) {
  const actor = context.actor(solver) as SolverName;
  return context.once(JSON.stringify(['multigrid', 'factor', where, actor, side]), async () => {
    const backend = where === 'float64' ? reference() : await context.backend();
    const { body } = sceneOf('hanging', side);
    const method = solverOf(actor).method!(1);
    const norms = await errorNorms(backend, [body], { inertia: INERTIA, cycles: 12, method });
    backend.dispose();
    return lastFactor(norms);
  });
}

/** Milliseconds of the global part of a step, the least of many short stretches: what else the machine did is not the solver's. */
async function globalMs(context: Context, solver: SolverName, count: number, side: number): Promise<number> {
  const stretch = Math.max(2, Math.ceil(30_000 / side ** 2));
  const looks = everyUpTo(stretch, 40 * stretch);
  const { samples } = await run(context, { scene: 'refined', side, solver, count, looks });
  const total = samples.map(({ step, global }) => step * global);
  return Math.min(...samples.slice(1).map((_, k) => (total[k + 1] - total[k]) / stretch));
}

const part: Part = (quick) => {
  const size = SIZES[quick ? 'quick' : 'full'];
  const { sides, steps, every, linear, cost } = size;
  const cases = COMPARED.map((one) => ({ ...one, sides: sides.filter((side) => side <= one.finest) }));
  return {
    parameters: {
      scene: 'pnf18-hanging, 0.99 m and 100 kg at every resolution',
      'particles a side': sides,
      steps,
      'particles a side, linear problem': linear,
    },
    runs:
      sides.length +
      cases.reduce((sum, { sides: each }) => sum + each.length, 0) +
      3 * linear.length +
      2 * cost.length,
    checks: [...checksOf(size), ...(quick ? [] : costChecks(size))],
    run: async (context) => {
      const exact: number[] = [];
      for (const side of sides) exact.push((await exactRest(context, 'refined', side)).error);
      const [errors, times]: [Curve[], Curve[]] = [[], []];
      const rests = new Map<string, number>();
      for (const { solver, count, sides: each } of cases) {
        const look = {
          suffix: `, ${count}`,
          style: { dots: true, ...(solver === 'multigrid' && count === 1 ? DASHED : {}) },
        };
        const runs: Run[] = [];
        for (const side of each)
          runs.push(
            await run(context, { scene: 'refined', side, solver, count, looks: everyUpTo(every, steps) }),
          );
        const over = runs.map((one, k) => lately(one, steps, 'error') / exact[k]);
        each.forEach((side, k) => {
          rests.set(`${solver} ${count} ${side}`, over[k] * exact[k]);
        });
        errors.push(
          curveOf(
            solver,
            each.map((side, k) => [side, over[k]] as const),
            look,
          ),
        );
        times.push(
          curveOf(
            solver,
            each.map((side, k) => [side, runs[k].samples.at(-1)!.ms] as const),
            look,
          ),
        );
      }
      const factors: Curve[] = [];
      for (const [solver, where, suffix] of [
        ['multigrid', 'here', ' V-cycle, float32'],
        ['multigrid', 'float64', ' V-cycle, float64'],
        ['rbgs', 'here', ' sweep'],
      ] as const) {
        const points: [number, number][] = [];
        for (const side of linear) points.push([side, await factorOf(context, where, solver, side)]);
        factors.push(
          curveOf(solver, points, { suffix, style: { dots: true, ...(where === 'here' ? {} : DASHED) } }),
        );
      }
      const ratios: number[] = [];
      for (const side of cost)
        ratios.push(
          (await globalMs(context, 'multigrid', 4, side)) /
            4 /
            ((await globalMs(context, 'frozen', 24, side)) / 24),
        );
      const x = { label: 'particles a side', log: true };
      return {
        panels: [
          {
            id: ERROR,
            title: `Hanging cloth after ${(steps * 0.002).toFixed(0)} s: error over the exact one`,
            ...{ x, y: { label: 'error over the exact error at rest', log: true }, curves: errors },
          },
          {
            ...{ id: TIME, beside: true, title: 'Milliseconds a step', x },
            ...{ y: { label: 'ms a step on this machine', log: true }, curves: times },
          },
          {
            ...{ id: FACTOR, title: 'Linear problem: what is left of the error', x },
            ...{ y: { label: 'factor per cycle or sweep', from: 0 }, curves: factors },
          },
        ],
        stills: [],
        tables: [
          {
            head: [
              'particles a side',
              'exact error at rest, m²',
              ...cases.map((one) => labelOf(one.solver, one.count)),
            ],
            rows: sides.map((side, k) => [
              String(side),
              exact[k].toExponential(4),
              ...cases.map(
                ({ solver, count }) => rests.get(`${solver} ${count} ${side}`)?.toExponential(3) ?? '',
              ),
            ]),
          },
          {
            head: [
              'particles a side',
              'a V-cycle without its local step, in sweeps',
              'at most, on a quiet machine',
            ],
            rows: cost.map((side, k) => [String(side), ratios[k].toPrecision(3), String(COSTS[side] ?? '')]),
          },
          {
            head: ['particles a side', ...factors.map(({ label }) => label)],
            rows: linear.map((side, k) => [
              String(side),
              ...factors.map(({ points }) => points[k][1].toFixed(4)),
            ]),
          },
        ],
        numbers: STUDY.flatMap(({ solver, count, side, error }) => {
          const ours = rests.get(`${solver} ${count} ${side}`);
          if (ours === undefined) return [];
          const what = `error, ${labelOf(solver, count)}, ${side}×${side}, m²`;
          return [{ what, paper: error, ours, because: WHY[solver] }];
        }),
        notes: [
          'The column “paper” is a float64 study of the same cloth.',
          'Errors are means over the last fifth of the time, when the cloths still swing a little.',
        ],
      };
    },
  };
};

const WHY: Readonly<Partial<Record<SolverName, string>>> = {
  rbgs: 'the study’s cloth is at rest; this one has fallen for 3 s',
  frozen19: 'the study’s cloth is at rest; this one has fallen for 3 s',
  multigrid:
    'no sweeps on the way down, where the study has one on each coarse level; and the exact error is lower than at 100×100',
};

function checksOf({ sides, linear, near }: Size): Check[] {
  const over = (outcome: Outcome, side: number) => {
    const curve = outcome.panels
      .find(({ id }) => id === ERROR)!
      .curves.find(({ label }) => label === labelOf('multigrid', 1))!;
    return curve.points.find(([x]) => x === side)![1];
  };
  return [
    ...sides.slice(-2).map(
      (side): Check => ({
        name: `${side}×${side}: one cycle a step is within ${100 * near} % of the exact error`,
        low: 1 - near,
        high: 1 + near,
        swaps: [['multigrid', 'rbgs']],
        measure: (outcome) => over(outcome, side),
      }),
    ),
    {
      name: `a V-cycle leaves at most 0.3 of the error at every size from ${linear[0]}² to ${linear.at(-1)}², in float32 and float64`,
      high: 0.3,
      swaps: [['multigrid', 'rbgs']],
      measure: (outcome) => {
        const { curves } = outcome.panels.find(({ id }) => id === FACTOR)!;
        return Math.max(...curves.slice(0, 2).flatMap(({ points }) => points.map(([, y]) => y)));
      },
    },
  ];
}

/** Checks on times: in a run at full size, on an otherwise idle machine; a quick run prints the ratios only. */
const costChecks = ({ cost }: Size): Check[] =>
  cost.map((side, k) => ({
    name: `${side}×${side}: a V-cycle without its local step costs 1.5 to ${2 * COSTS[side]} sweeps (time: twice what a quiet machine takes)`,
    low: 1.5,
    high: 2 * COSTS[side],
    swaps: [['multigrid', 'frozen']],
    measure: (outcome) => Number(outcome.tables![1].rows[k][1]),
  }));

export const scaling = figureOf({
  id: 'multigrid-scaling',
  figure: 'Resolution',
  title: 'Finer cloths: error, time, and the factor of a cycle',
  claims: [
    'The same cloth, finer: RBGS with eleven sweeps a step is further from the exact error with each refinement, one V-cycle is not.',
    'A V-cycle leaves a quarter of the error of the linear problem at every size.',
    'A V-cycle without its local step costs about 6.5 sweeps at 100×100 and 7 at 400×400.',
  ],
  parts: [part],
});
