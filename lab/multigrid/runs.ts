/** Runs that the experiments share, each measured once. */
import type { Vec3 } from '../../engine/index.ts';
import { clothEquilibrium } from '../equilibrium.ts';
import type { Context, Curve, Style } from '../experiment.ts';
import {
  type Course,
  openSimulation,
  type Sample,
  type SceneName,
  sceneOf,
  stretchOf,
} from './simulation.ts';
import { type SolverName, solverOf } from './solvers.ts';

export interface Run {
  readonly samples: readonly Sample[];
  /** Work units a step. */
  readonly work: number;
  /** Where the cloth is in the end. */
  readonly positions: Float32Array;
  readonly warnings: readonly string[];
}

export interface RunOptions extends Course {
  /** The steps after which to look, ascending; those of a budget are one by one. */
  readonly looks: readonly number[];
  /** Ends early once this little of the first error is left. */
  readonly until?: number;
  /** What stands for a budget in the key, which must not depend on the machine. */
  readonly budgetOf?: string;
}

export function run(context: Context, given: RunOptions): Promise<Run> {
  const options = { ...given, solver: context.actor(given.solver) as SolverName };
  const { budget, ...key } = options;
  return context.once(JSON.stringify(['multigrid', key]), async (tell) => {
    const simulation = await openSimulation(context, options);
    try {
      const samples = [await simulation.sample()];
      for (const look of options.looks) {
        await simulation.step(look - samples.at(-1)!.step);
        samples.push(await simulation.sample());
        await tell(look / options.looks.at(-1)!);
        if (samples.at(-1)!.error < (options.until ?? 0) * samples[0].error) break;
      }
      const { work, warnings } = simulation;
      return { samples, work, positions: await simulation.positions(), warnings: [...warnings] };
    } finally {
      simulation.close();
    }
  });
}

export interface Rest {
  readonly error: number;
  readonly strain: number;
  readonly imbalance: number;
  readonly positions: Float32Array;
}

/** Where the cloth hangs at rest, by Newton's method. */
export function exactRest(context: Context, scene: SceneName, side: number): Promise<Rest> {
  return context.once(JSON.stringify(['multigrid', 'exact', scene, side]), async () => {
    const { body, settings } = sceneOf(scene, side);
    const { positions, error, imbalance } = await clothEquilibrium(
      (resolution) => sceneOf(scene, side, resolution).body,
      side,
      { gravity: settings.gravity as Vec3 },
    );
    const { strain } = stretchOf(body, positions);
    return { error, strain, imbalance, positions: Float32Array.from(positions) };
  });
}

/** The mean of a quantity over the last fifth of the steps up to `step`: what never rests is judged by its mean. */
export function lately({ samples }: Run, step: number, what: 'error' | 'strain'): number {
  const late = samples.filter((sample) => sample.step > 0.8 * step && sample.step <= step);
  return late.reduce((sum, sample) => sum + sample[what], 0) / late.length;
}

/** `a, 2a, …, b`. */
export const everyUpTo = (every: number, last: number): number[] =>
  Array.from({ length: Math.floor(last / every) }, (_, k) => (k + 1) * every);

/** 1, 2, 3, 5, … about `perDecade` to each power of ten. */
export function spreadUpTo(last: number, perDecade = 8): number[] {
  const looks = new Set<number>();
  for (let k = 0; 10 ** (k / perDecade) < last; k++) looks.add(Math.round(10 ** (k / perDecade)));
  return [...looks.add(last)];
}

interface Look {
  readonly suffix?: string;
  readonly style?: Partial<Style>;
}

export const curveOf = (
  solver: SolverName,
  points: Curve['points'],
  { suffix = '', style }: Look = {},
): Curve => ({
  solver,
  label: solverOf(solver).label + suffix,
  style: { ...solverOf(solver).style, ...style },
  points,
});

/** Two curves of one solver: the one of the lower count is dashed. */
export const DASHED = { dash: '5 4' };

/** A level line: what is exact. */
export const exactLine = (from: number, to: number, value: number): Curve => ({
  solver: 'exact',
  label: 'exact',
  style: { colour: '#6b7280', dash: '2 3' },
  points: [
    [from, value],
    [to, value],
  ],
});

/** What the worlds had to say, each thing once. */
export const unitedWarnings = (runs: readonly Run[]): string[] => [
  ...new Set(runs.flatMap(({ warnings }) => warnings)),
];
