/** Runs experiments: measures shared curves once, evaluates the checks, reports progress. */
import type { Backend } from '../engine/index.ts';
import { type Experiment, judge, type Outcome, type Verdict } from './experiment.ts';

export interface RunOptions {
  readonly quick: boolean;
  backend(): Promise<Backend>;
  /** Two solvers to exchange, to see checks fail. */
  readonly swap?: readonly [string, string];
  /** The share of the experiment that is done. */
  progress?(share: number): Promise<void> | void;
}

export interface Finished {
  readonly experiment: Experiment;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly outcome: Outcome;
  readonly verdicts: readonly Verdict[];
  readonly seconds: number;
}

export class Runner {
  constructor(
    readonly options: RunOptions,
    /** By what decides the result, the solver that did run included. */
    readonly measured = new Map<string, unknown>(),
  ) {}

  async run(experiment: Experiment): Promise<Finished> {
    const { quick, backend, swap, progress } = this.options;
    const { parameters, runs, checks, run } = experiment.plan(quick);
    let done = 0;
    const began = performance.now();
    const outcome = await run({
      backend,
      actor: (solver) => (swap?.includes(solver) ? swap[1 - swap.indexOf(solver)] : solver),
      once: async <T>(key: string, make: (tell: (share: number) => Promise<void>) => Promise<T>) => {
        const tell = async (share: number) => progress?.(Math.min(1, (done + share) / runs));
        if (!this.measured.has(key)) this.measured.set(key, await make(tell));
        done++;
        await tell(0);
        return this.measured.get(key) as T;
      },
    });
    return {
      experiment,
      parameters,
      outcome,
      verdicts: checks.map((check) => judge(check, outcome)),
      seconds: (performance.now() - began) / 1000,
    };
  }

  /** Another runner that shares what was measured, with two solvers exchanged. */
  swapped(swap: readonly [string, string]): Runner {
    return new Runner({ ...this.options, swap }, this.measured);
  }
}
