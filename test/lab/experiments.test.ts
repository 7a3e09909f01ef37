/**
 * Every experiment is listed, runs in its quick size, and its checks hold. Each check names two solvers, and fails when
 * these are exchanged behind the experiment's back.
 */
import { describe, expect, it } from 'vitest';
import { findMethod, METHODS, wasm } from '../../engine/index.ts';
import { EXPERIMENTS, experimentsOf, PAPERS } from '../../lab/index.ts';
import { Runner } from '../../lab/runner.ts';
import { ENTRIES, entriesOf } from '../../lab/which-solver/entries.ts';

/**
 * One runner for the file: figures share their measurements, which are kept by the solver that did run, whatever was
 * exchanged.
 */
const runner = new Runner({ quick: true, backend: async () => wasm({ threads: 1 }) });

describe('the registry', () => {
  it('has every figure of the papers, and the comparison of all methods', () => {
    const numbered = (name: string, from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, k) => `${name}${from + k}`);
    expect(EXPERIMENTS.map(({ id }) => id)).toEqual([
      ...numbered('pnf18-fig', 3, 5),
      ...numbered('np17-fig6-', 3, 10),
      ...numbered('np17-a', 1, 14),
      ...numbered('lbok13-fig', 2, 4),
      'lbok13-table1',
      'lbok13-pbd',
      'multigrid-hanging',
      'multigrid-enlarged',
      'multigrid-scaling',
      'which-solver',
    ]);
  });

  it('says for each which paper and figure it is', () => {
    for (const { id, paper, figure, title, claims } of EXPERIMENTS) {
      expect(PAPERS).toHaveProperty(paper);
      expect(id.startsWith(paper)).toBe(true);
      if (figure.startsWith('Figure '))
        expect(figure.replace('Figure ', '').replace('.', '').toLowerCase()).toBe(
          id.replace(/^\w+-(fig)?/, '').replace('-', ''),
        );
      expect([title, ...claims].every((words) => words.length > 10)).toBe(true);
    }
  });

  it('finds by id, paper, pattern and all', () => {
    const count = (name: string) => experimentsOf(name)?.length;
    expect(['np17-a1', 'np17-a?', 'np17-a*', 'pnf18', 'all', 'pnf18-*', 'lbok13'].map(count)).toEqual([
      1, 9, 14, 3, 34, 3, 5,
    ]);
    expect(['np17-a', 'pnf', '', '.*', '('].map(count)).toEqual(Array(5).fill(undefined));
  });

  it('has the sizes of the papers by default', () => {
    const particles = (id: string) => experimentsOf(id)?.map((one) => one.plan(false).parameters.particles);
    expect(new Set([...particles('pnf18')!, ...particles('np17')!])).toEqual(new Set([10_000]));
    // The rest of LBOK13 is smaller than the paper's where exact steps would take hours, and says so.
    expect(particles('lbok13-fig?')?.slice(0, 2)).toEqual([6561, 6561]);
  });
});

describe.each(EXPERIMENTS.map((experiment) => [experiment.id, experiment] as const))(
  '%s',
  (_, experiment) => {
    it('runs, and its checks hold', async () => {
      const { outcome, verdicts } = await runner.run(experiment);
      expect(verdicts.filter(({ ok }) => !ok)).toEqual([]);
      expect(outcome.panels.length + outcome.stills.length).toBeGreaterThan(0);
      for (const { curves } of outcome.panels)
        for (const { points } of curves) {
          expect(points.length).toBeGreaterThan(['pnf18', 'np17'].includes(experiment.paper) ? 10 : 1);
          expect(points.flat().every(Number.isFinite)).toBe(true);
        }
    });
  },
);

it('every method is compared, a new one with what its parameters allow', () => {
  const compared = new Set(ENTRIES.map(({ method }) => method(1).id));
  expect([...compared].toSorted()).toEqual(METHODS.map(({ id }) => id).toSorted());
  expect(new Set(ENTRIES.map(({ name }) => name)).size).toBe(ENTRIES.length);
  const [unknown] = entriesOf([{ ...findMethod('pd-rbgs'), id: 'new-method' }]);
  expect(unknown.method(5)).toEqual({ id: 'new-method', outer: 5 });
  expect(unknown.budget?.(2)).toEqual({ id: 'new-method', budget: 2 });
});

const cases = EXPERIMENTS.flatMap((experiment) =>
  experiment
    .plan(true)
    .checks.flatMap(({ name, swaps }) =>
      swaps.map((swap) => [experiment.id, name, swap.join(' and '), { experiment, swap }] as const),
    ),
);

it('every check names a pair of solvers', () => {
  for (const experiment of EXPERIMENTS)
    for (const { name, swaps } of experiment.plan(true).checks) expect(swaps, name).not.toEqual([]);
});

it.each(cases)('%s: %s; fails with %s exchanged', async (_, name, _pair, { experiment, swap }) => {
  const { verdicts } = await runner.swapped(swap).run(experiment);
  expect(verdicts.find((verdict) => verdict.name === name)).toMatchObject({ ok: false });
});
