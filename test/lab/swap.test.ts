/** Each check names two solvers, and fails when these are exchanged behind the experiment's back. */
import { expect, it } from 'vitest';
import { wasm } from '../../engine/index.ts';
import { EXPERIMENTS, Runner } from '../../lab/index.ts';

/** What was measured is kept by the solver that did run, so that runners share it whatever they exchange. */
const runner = new Runner({ quick: true, backend: async () => wasm({ threads: 1 }) });

const cases = EXPERIMENTS.flatMap((experiment) =>
  experiment
    .plan(true)
    .checks.flatMap(({ name, swaps }) =>
      swaps.map((swap) => [experiment.id, name, swap.join(' and '), { experiment, swap }] as const),
    ),
);

it('every check names a pair', () => {
  for (const experiment of EXPERIMENTS)
    for (const { name, swaps } of experiment.plan(true).checks) expect(swaps, name).not.toEqual([]);
});

it.each(cases)('%s: %s; fails with %s exchanged', async (_, name, _pair, { experiment, swap }) => {
  const { verdicts } = await runner.swapped(swap).run(experiment);
  expect(verdicts.find((verdict) => verdict.name === name)).toMatchObject({ ok: false });
});
