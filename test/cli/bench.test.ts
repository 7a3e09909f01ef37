import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changesSince, type Row } from '../../bench/index.ts';
import { folder, jsonOf, selvedge } from './command.ts';

const files = folder();
const quick = ['bench', 'cpu', '--quick', '--out', files.path('out')];

describe('selvedge bench', () => {
  it('measures, compares with the reference and writes a page', async () => {
    const words = [...quick, '--only', 'step-1*', '--only', 'threads-100'];
    const { rows, files: written } = await jsonOf(words);
    expect(rows.map(({ id }: Row) => id)).toEqual(['step-1x10', 'step-10x1', 'threads-100']);
    for (const { sides, wrong, notes } of rows as Row[]) {
      expect(wrong).toBeUndefined();
      expect(notes.join()).toContain('m from the reference');
      for (const { samples, median, least, most } of sides) {
        expect(samples).toHaveLength(3);
        expect(least).toBeGreaterThan(0);
        expect(median).toBeGreaterThanOrEqual(least);
        expect(most).toBeGreaterThanOrEqual(median);
      }
    }
    expect(readFileSync(written[0], 'utf8')).toContain('<svg');
  });

  it('says so where there is no compiler', async () => {
    mkdirSync(files.path('empty'));
    const env = { ...process.env, CXX: 'no-such-compiler', TMPDIR: files.path('empty') };
    const { code, out } = await selvedge([...quick, '--only', 'mesh-100'], { env });
    expect(code).toBe(0);
    expect(out).toContain('no native side: there is no C++ compiler (tried no-such-compiler');
    expect(out).toContain('not compared');
  });

  it('keeps results and compares with them', async () => {
    const run = ['bench', 'cpu', '--rounds', '1', '--only', 'step-1x10'];
    const none = await selvedge([...run, '--compare'], { cwd: files.place });
    expect(none).toMatchObject({ code: 2 });
    expect(none.err).toMatch(/--compare: there is no bench\/results\/\S+\.json; --save makes one/);
    const saved = await selvedge([...run, '--save'], { cwd: files.place });
    expect(saved.code, saved.err).toBe(0);
    const compared = await selvedge([...run, '--compare'], { cwd: files.place });
    expect(compared.code, compared.err).toBe(0);
    expect(compared.out).toMatch(/nothing got slower|slower: step-1x10/);
    const [, kept] = saved.out.match(/, (bench\/results\/\S+)/)!;
    writeFileSync(files.path(kept), '{}');
    expect((await selvedge([...run, '--compare'], { cwd: files.place })).err).toContain('no file of results');
  });

  it.each([
    [['bench', 'gpu'], 'give cpu, peers, showcases or list'],
    [['bench', 'cpu', '--only', 'sweep-10'], 'Did you mean sweep-100?'],
    [['bench', 'cpu', '--quick', '--only', 'scale'], 'large rows only'],
    [['bench', 'cpu', '--quick', '--save'], '--save keeps full results'],
    [['bench', 'cpu', '--rounds', '0'], '--rounds'],
    [['bench', 'peers', '--only', 'hangin-400'], 'Did you mean hanging-400?'],
    [['bench', 'peers', '--save'], '--save is for bench cpu'],
    [['bench', 'showcases', '--rounds', '3'], '--rounds is for bench cpu'],
    [['bench', 'showcases', '--only', 'rotating-chairs'], 'Did you mean rotating-chair?'],
    [['bench', 'showcases', '--backend', 'cuda'], '--backend'],
    [['bench', 'peers', '--backend', 'wasm'], '--backend is for bench showcases'],
  ])('refuses %j', async (words, reason) => {
    const { code, err } = await selvedge(words, { cwd: files.place });
    expect(code).toBe(2);
    expect(err).toContain(reason);
  });

  it('sees what got slower, by the ratio where there is one', () => {
    const side = { name: 'ours', median: 4, least: 4, most: 4, samples: [4] };
    const row = { id: 'a', title: 'a', unit: 'ns', of: 'ours / native', sides: [side], notes: [] };
    const kept = (ratio?: number) => ({
      machine: 'm',
      runs: [
        {
          date: 'd',
          version: 'v',
          node: 'n',
          rows: [{ id: 'a', unit: 'ns', ours: [2, 2, 2] as const, ratio }],
        },
      ],
    });
    expect(changesSince([{ ...row, most: 2, ratio: 1.5 }], kept(1.5))).toMatchObject([{ slower: false }]);
    expect(changesSince([{ ...row, most: 2, ratio: 1.8 }], kept(1.5))).toMatchObject([{ slower: true }]);
    expect(changesSince([{ ...row, least: 2, ratio: 1.2 }], kept(1.5))).toMatchObject([{ slower: true }]);
    expect(changesSince([row], kept())).toMatchObject([{ slower: true, factor: 2 }]);
    expect(changesSince([{ ...row, id: 'b' }], kept())).toEqual([]);
  });
});
