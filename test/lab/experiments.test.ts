/** Every experiment is listed, runs in its quick size, and its checks hold. */
import { describe, expect, it } from 'vitest';
import { wasm } from '../../engine/index.ts';
import { EXPERIMENTS, experimentsOf, PAPERS } from '../../lab/index.ts';
import { Runner } from '../../lab/runner.ts';

/** One runner for the file: figures share their measurements. */
const runner = new Runner({ quick: true, backend: async () => wasm({ threads: 1 }) });

describe('the registry', () => {
  it('has every figure of both papers', () => {
    const numbered = (name: string, from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, k) => `${name}${from + k}`);
    expect(EXPERIMENTS.map(({ id }) => id)).toEqual([
      ...numbered('pnf18-fig', 3, 5),
      ...numbered('np17-fig6-', 3, 10),
      ...numbered('np17-a', 1, 14),
    ]);
  });

  it('says for each which paper and figure it is', () => {
    for (const { id, paper, figure, title, claims } of EXPERIMENTS) {
      expect(PAPERS).toHaveProperty(paper);
      expect(id.replace('-', ' ')).toContain(paper);
      expect(figure.replace('Figure ', '').replace('.', '').toLowerCase()).toBe(
        id.replace(/^\w+-(fig)?/, '').replace('-', ''),
      );
      expect([title, ...claims].every((words) => words.length > 10)).toBe(true);
    }
  });

  it('finds by id, paper, pattern and all', () => {
    const count = (name: string) => experimentsOf(name)?.length;
    expect(['np17-a1', 'np17-a?', 'np17-a*', 'pnf18', 'all', 'pnf18-*'].map(count)).toEqual([
      1, 9, 14, 3, 25, 3,
    ]);
    expect(['np17-a', 'pnf', '', '.*', '('].map(count)).toEqual(Array(5).fill(undefined));
  });

  it('has the sizes of the papers by default', () => {
    for (const experiment of EXPERIMENTS)
      expect(experiment.plan(false).parameters).toMatchObject({ particles: 10_000 });
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
          expect(points.length).toBeGreaterThan(10);
          expect(points.flat().every(Number.isFinite)).toBe(true);
        }
    });
  },
);
