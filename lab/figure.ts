/** A figure made of parts: each part measures something, gives panels or stills, and brings its checks. */
import type { Experiment, Plan } from './experiment.ts';

export type Part = (quick: boolean) => Plan;

export interface FigureOptions extends Omit<Experiment, 'plan' | 'paper'> {
  readonly parts: readonly Part[];
}

export function figureOf({ parts, ...about }: FigureOptions): Experiment {
  return {
    ...about,
    paper: about.id.split('-')[0],
    plan: (quick) => join(parts.map((part) => part(quick))),
  };
}

function join(plans: readonly Plan[]): Plan {
  return {
    parameters: Object.assign({}, ...plans.map(({ parameters }) => parameters)),
    runs: plans.reduce((sum, { runs }) => sum + runs, 0),
    checks: plans.flatMap(({ checks }) => checks),
    run: async (context) => {
      const outcomes = [];
      for (const plan of plans) outcomes.push(await plan.run(context));
      return {
        panels: outcomes.flatMap(({ panels }) => panels),
        stills: outcomes.flatMap(({ stills }) => stills),
        numbers: outcomes.flatMap(({ numbers }) => numbers),
        tables: outcomes.flatMap(({ tables }) => tables ?? []),
        notes: [...new Set(outcomes.flatMap(({ notes }) => notes))],
      };
    },
  };
}
