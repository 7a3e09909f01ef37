/** `selvedge lab` as a user's shell runs it. */
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXPERIMENTS } from '../../lab/index.ts';
import { folder, jsonOf, selvedge } from '../cli/command.ts';

const { place, path, read } = folder();

describe('lab list', () => {
  it('prints every experiment', async () => {
    const { code, out, err } = await selvedge(['lab', 'list']);
    expect([code, err]).toEqual([0, '']);
    expect(out.trim().split('\n')).toHaveLength(EXPERIMENTS.length);
    expect(out).toMatch(/^np17-fig6-10 +Figure 6.10 +/m);
  });

  it('as JSON, and only those asked for', async () => {
    const { experiments } = await jsonOf(['lab', 'list', 'pnf18']);
    expect(experiments.map(({ id }: { id: string }) => id)).toEqual([
      'pnf18-fig3',
      'pnf18-fig4',
      'pnf18-fig5',
    ]);
  });
});

describe('lab run', () => {
  it('writes table, plot, stills and the reports, and prints what it found', async () => {
    const result = await jsonOf(['lab', 'run', 'np17-a2', 'pnf18-fig5', '--quick', '--out', path('results')]);
    expect(result).toMatchObject({ ok: true, quick: true });
    expect(result.experiments.map(({ id }: { id: string }) => id)).toEqual(['pnf18-fig5', 'np17-a2']);
    expect(result.experiments[1].checks[0]).toMatchObject({ ok: true, value: expect.any(Number) });
    for (const file of ['np17-a2.csv', 'np17-a2.svg', 'np17.html', 'pnf18-fig5-stills.svg', 'pnf18.html'])
      expect(result.files.map((name: string) => name.split('/').at(-1))).toContain(file);
    expect(read('results/np17.html')).toContain('Figure A.2');
  });

  it('is silent but for its lines in a pipe', async () => {
    const { code, out, err } = await selvedge(['lab', 'run', 'np17-a2', '--quick', '--out', path('more')]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^np17-a2 +ok +4 checks, [\d.]+ s\nwrote 3 files to .*more\n$/);
  });
});

describe('bad usage ends with 2, prints nothing on stdout and says what to write', () => {
  it.each<[string, string]>([
    ['lab', 'list | run ID… is missing'],
    ['lab runn', 'give list or run'],
    ['lab list --quick', '--quick is for lab run'],
    ['lab run', 'give the ids of experiments, or all'],
    ['lab run pnf81-fig3', 'Did you mean pnf18-fig3?'],
    ['lab run np17-b*', 'there is no experiment np17-b*'],
    ['lab run pnf18 --backend wsm', 'Did you mean wasm?'],
    ['lab run pnf18 --quik', 'Did you mean --quick?'],
  ])('selvedge %s', async (line, words) => {
    const { code, out, err } = await selvedge(line.split(' '));
    expect(err).toContain(words);
    expect([code, out]).toEqual([2, '']);
  });

  it('an --out that is a file', async () => {
    writeFileSync(path('file'), '');
    const { code, err } = await selvedge(['lab', 'run', 'np17-a2', '--quick', '--out', path('file')], {
      cwd: place,
    });
    expect(err).toContain('--out');
    expect(code).toBe(2);
  });
});
