import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  changesSince,
  compared,
  comparisonLines,
  type Kept,
  linesOf,
  measure,
  type Row,
  readResults,
  resultsText,
} from '../../bench/index.ts';
import { fiveOf, spreadOf } from '../../bench/spread.ts';
import {
  asWithMore,
  besideReference,
  checkedLast,
  clothScene,
  goesOnAsWithMore,
  heldBy,
  openScene,
} from '../../bench/worlds.ts';
import { folder, jsonOf, selvedge } from './command.ts';

const files = folder();
const quick = ['bench', 'cpu', '--quick', '--out', files.path('out')];

describe('selvedge bench', () => {
  it('measures, compares with the reference and writes a page', async () => {
    const words = [...quick, '--only', 'step-1*', '--only', 'busy-100'];
    const { rows, files: written } = await jsonOf(words);
    expect(rows.map(({ id }: Row) => id)).toEqual(['step-1x10', 'step-10x1', 'busy-100']);
    for (const { sides, wrong, notes } of rows as Row[]) {
      expect(wrong).toBeUndefined();
      expect(notes.join()).toMatch(
        /in blocks of four.*m from the reference after 20 steps.*from the last state on/,
      );
      for (const { samples, median, least, most } of sides) {
        expect(samples).toHaveLength(3);
        expect(least).toBeGreaterThan(0);
        expect(median).toBeGreaterThanOrEqual(least);
        expect(most).toBeGreaterThanOrEqual(median);
      }
    }
    expect(readFileSync(written[0], 'utf8')).toContain('<svg');
  });

  it('times the frame in which a cloth tears beside those before it and after it', async () => {
    const { rows } = await jsonOf([...quick, '--only', 'tear-*', '--only', 'cut-*']);
    // What is large is left out.
    expect(rows.map(({ id }: Row) => id)).toEqual(['tear-100', 'tear-cycles-100', 'cut-100']);
    for (const { sides, wrong, notes, ratio } of rows as Row[]) {
      expect(wrong).toBeUndefined();
      expect(notes[0]).toBe('grid in blocks of four, one weight in 50 pairs of rows');
      expect(notes.join()).toMatch(/[1-9]\d* springs torn: .*, a weight per spring in \d+ pairs of rows/);
      expect(notes.join()).toMatch(/m from the reference after the frame that tears, the same springs torn/);
      expect(notes.join()).toMatch(/m from the reference after 2 steps, from the last state on/);
      expect(sides.map(({ name }) => name)).toEqual(['tearing frame', 'before it', 'after it']);
      expect(ratio).toBeGreaterThan(0);
    }
  });

  it('checks where factorisations and single threads ended', async () => {
    const { rows } = await jsonOf([...quick, '--only', 'factor-81', '--only', 'threads-100']);
    const [factor, threads] = rows as Row[];
    expect(factor.wrong).toBeUndefined();
    expect(factor.notes).toContainEqual(
      expect.stringMatching(/m from the reference after 2 steps, from the last state on/),
    );
    expect(threads.wrong).toBeUndefined();
    const bits = threads.notes.filter((note) => note.startsWith('one thread: the bits of '));
    expect(bits).toEqual([
      expect.stringMatching(/ 2 threads after 20 steps$/),
      expect.stringMatching(/ 2 threads after 2 steps, from its last state on$/),
    ]);
  });

  it('sees a world that goes elsewhere than the reference, or tears other springs', async () => {
    const scene = clothScene(10, { outer: 1, inner: 10 });
    const world = await openScene(scene);
    const begun = await world.snapshot();
    world.step(20);
    const ended = await heldBy(world);
    const reached = (steps: number, end = ended) =>
      besideReference(scene, { begun, ended: end }, (one) => one.step(steps), 'then');
    expect((await reached(20)).wrong).toBeUndefined();
    expect((await reached(19)).wrong).toMatch(/^\d\.\de-\d m from the reference then$/);
    const torn = Uint8Array.from(ended.torn, (_, spring) => Number(spring < 3));
    expect((await reached(20, { ...ended, torn })).wrong).toMatch(/; of 3 springs one of the two is torn/);
    const positions = ended.positions.map(() => Number.NaN);
    expect((await reached(20, { ...ended, positions })).wrong).toMatch(/^NaN m from the reference/);
    // From its present state on.
    expect((await checkedLast(world, scene)).wrong).toBeUndefined();
    world.configure({ gravity: [0, -500, 0] });
    expect((await checkedLast(world, scene)).wrong).toMatch(/from the last state on$/);
    world.dispose();
  });

  it('sees one thread part from two', async () => {
    const scene = clothScene(30, { outer: 1, inner: 10 });
    const [two, one] = [await openScene(scene, 2), await openScene(scene)];
    for (const world of [two, one]) world.step(20);
    const then = await asWithMore(two, one, 'then');
    expect(then).toEqual({ notes: [expect.stringMatching(/^one thread: the bits of .* 2 threads then$/)] });
    one.step();
    expect((await asWithMore(two, one, 'then')).wrong).toMatch(/^one thread is \S+ m from .* then$/);
    expect((await goesOnAsWithMore(two, one)).wrong).toBeUndefined();
    one.configure({ gravity: [0, -9.83, 0] });
    expect((await goesOnAsWithMore(two, one)).wrong).toMatch(/from its last state on$/);
    for (const world of [two, one]) world.dispose();
  });

  it('says so where what was measured has ended wrongly', async () => {
    const contest = {
      sides: [{ name: 'ours', sample: async () => 1 }],
      notes: ['well begun'],
      check: async () => ({ notes: ['ended'], wrong: 'elsewhere' }),
      dispose: () => {},
    };
    const one = { id: 'a', title: '', unit: '', ratio: '', most: 1, open: async () => contest };
    const context = { seconds: 0, engine: '', native: async () => ({ missing: '' }) };
    const row = await measure(one, context, 1, async () => {});
    expect(row).toMatchObject({ notes: ['well begun', 'ended'], wrong: 'elsewhere' });
  });

  it('keeps names and numbers apart', async () => {
    const side = { name: 'two worlds of one thread at once', ...spreadOf([4, 4.25, 4.5]) };
    const sides = [side, { ...side, name: 'ours' }];
    const row = { title: 'a title', unit: 'ns', of: 'a', most: 2, sides, notes: [] };
    const [head, ...lines] = linesOf({ ...row, id: 'tear-cycles-100' }).split('\n');
    expect(head).toBe('tear-cycles-100  a title');
    expect(lines.slice(0, 2)).toEqual([
      '  two worlds of one thread at once  4.25 (4–4.5) ns',
      `  ours${' '.repeat(30)}4.25 (4–4.5) ns`,
    ]);
    const [short, ours] = linesOf({ ...row, id: 'a', sides: sides.slice(1) }).split('\n');
    expect([short, ours]).toEqual([`a${' '.repeat(13)}a title`, `  ours${' '.repeat(10)}4.25 (4–4.5) ns`]);
  });

  it('lists its rows part by part', async () => {
    const { out } = await selvedge(['bench', 'list']);
    const groups = out.trimEnd().split('\n\n');
    const of = (part: string) => groups.find((group) => group.startsWith(`bench ${part}: `));
    expect(groups).toHaveLength(4);
    expect(of('gpu')).toMatch(/^ {2}gpu-sweep-100 /m);
    expect(of('cpu')).toMatch(/^ {2}sweep-100 /m);
    expect(of('peers')).toMatch(/^ {2}hanging-400 /m);
    expect(of('showcases')).toMatch(/^ {2}five-cloths-on-a-box {2}\D+NP17, five cloths on a box$/m);
    // A scene without a title.
    expect(of('showcases')).toMatch(/^ {2}np17-listing-5\.1$/m);
    for (const line of groups.flatMap((group) => group.split('\n').slice(1)))
      expect(line).toMatch(/^ {2}[\w.-]+( {2,}\S|$)/);
    const { rows } = await jsonOf(['bench', 'list', '--only', 'drop-400', '--only', 'sweep-100']);
    expect(rows).toMatchObject([
      { part: 'cpu', id: 'sweep-100' },
      { part: 'peers', id: 'drop-400' },
    ]);
    const alone = await selvedge(['bench', 'list', '--only', 'rope']);
    expect(alone.out).toMatch(/^bench showcases: .*\n {2}rope {2}Rope\n$/);
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
    expect(compared.out).toMatch(
      /^compared with the results kept on \d{4}-\d\d-\d\d, \d+\.\d+\.\d+ \(1 row\)$/m,
    );
    expect(compared.out).not.toContain('not compared,');
    const [, kept] = saved.out.match(/, (bench\/results\/\S+)/)!;
    const renamed = files.read(kept).replaceAll('"step-1x10"', '"step-1x11"');
    writeFileSync(files.path(kept), renamed);
    const { changes, added, gone } = await jsonOf([...run, '--compare'], { cwd: files.place });
    expect({ changes, added, gone }).toMatchObject({
      changes: [],
      added: ['step-1x10'],
      gone: [{ id: 'step-1x11' }],
    });
    writeFileSync(files.path(kept), '{}');
    expect((await selvedge([...run, '--compare'], { cwd: files.place })).err).toContain('no file of results');
  });

  it.each([
    [['bench', 'tpu'], 'give all, cpu, peers, showcases, gpu or list'],
    [['bench', 'gpu', '--save'], '--save is for bench cpu and bench peers, not for bench gpu'],
    [['bench', 'gpu', '--only', 'gpu-sweep-10'], 'Did you mean gpu-sweep-100?'],
    [['bench', 'cpu', '--only', 'sweep-10'], 'Did you mean sweep-100?'],
    [['bench', 'cpu', '--quick', '--only', 'scale'], 'large rows only'],
    [['bench', 'cpu', '--quick', '--save'], '--save keeps full results'],
    [['bench', 'cpu', '--rounds', '0'], '--rounds'],
    [['bench', 'peers', '--only', 'hangin-400'], 'Did you mean hanging-400?'],
    [
      ['bench', 'cpu', '--only', 'hanging-400'],
      'but in bench peers.\nTry: selvedge bench peers --only hanging-400',
    ],
    [['bench', 'peers', '--only', 'sweep-*'], "but in bench cpu.\nTry: selvedge bench cpu --only 'sweep-*'"],
    [['bench', '--only', 'rope'], 'no such row in bench cpu and bench peers, but in bench showcases'],
    [
      ['bench', 'cpu', '--only', 'xyzzy'],
      'no such row in bench cpu.\nRows of bench cpu: sweep-100, sweep-1000',
    ],
    [['bench', 'showcases', '--rounds', '3'], '--rounds is for bench cpu, not for bench showcases'],
    [['bench', 'showcases', '--save'], '--save is for bench cpu and bench peers, not for bench showcases'],
    [['bench', 'showcases', '--compare'], '--compare is for bench cpu and bench peers'],
    [['bench', 'showcases', '--only', 'rotating-chairs'], 'Did you mean rotating-chair?'],
    [['bench', 'showcases', '--backend', 'cuda'], '--backend'],
    [['bench', 'peers', '--backend', 'wasm'], '--backend is for bench showcases, not for bench peers'],
    [['bench', 'all', '--backend', 'wasm'], '--backend is for bench showcases, not for bench all'],
    [['bench', 'peers', '--rounds', '3'], '--rounds is for bench cpu, not for bench peers'],
    [['bench', 'list', '--save'], '--save is for bench cpu and bench peers, not for bench list'],
    [['bench', 'list', '--backend', 'wasm'], '--backend is for bench showcases, not for bench list'],
    [['bench', '--only', 'sweep-10'], 'Did you mean sweep-100?'],
  ])('refuses %j', async (words, reason) => {
    const { code, err } = await selvedge(words, { cwd: files.place });
    expect(code).toBe(2);
    expect(err).toContain(reason);
  });

  it('sees what got slower, by the ratio where there is one, and leaves alone what the spread covers', () => {
    const five = (...samples: number[]) => fiveOf(samples);
    const row = (times: number[], ratios?: number[], isSpeedup = false): Kept => {
      const ratio = ratios && five(...ratios);
      return { id: 'a', unit: 'ns', of: 'ours / native', ours: five(...times), ratio, isSpeedup };
    };
    const changeOf = (before: Kept, now: Kept) =>
      changesSince([now], {
        machine: 'm',
        runs: [{ date: 'd', version: 'v', node: 'n', rows: [before] }],
      })[0];
    expect(five(3, 1, 2, 5, 4)).toEqual([1, 2, 3, 4, 5]);
    expect(changeOf(row([2]), row([4]))).toMatchObject({ slower: true, factor: 2, since: 'd, v' });
    expect(changeOf(row([4]), row([2]))).toMatchObject({ slower: false, factor: 0.5 });
    expect(changeOf(row([2, 2.1, 2.4]), row([2.05, 2.3, 2.4]))).toMatchObject({ slower: false });
    expect(changeOf(row([2, 2.01, 2.02]), row([2.06, 2.07, 2.08]))).toMatchObject({ slower: false });
    // The machine is busier than it was, for both sides.
    expect(changeOf(row([2], [1.5]), row([4], [1.5]))).toMatchObject({ slower: false, of: 'ours / native' });
    expect(changeOf(row([2], [1.5]), row([2], [1.8]))).toMatchObject({ slower: true });
    expect(changeOf(row([2], [1.8], true), row([2], [1.5], true))).toMatchObject({ slower: true });
    expect(changeOf(row([2], [1.5], true), row([2], [1.8], true))).toMatchObject({ slower: false });
    // Beside something else than before: only the times can be compared.
    expect(changeOf({ ...row([2], [1.5]), of: 'other' }, row([2], [1.8]))).toMatchObject({ slower: false });
    expect(changesSince([{ ...row([2]), id: 'b' }], { machine: 'm', runs: [] })).toEqual([]);
  });

  it('names what it cannot compare: what was never kept, and what is kept and no longer measured', () => {
    const row = (id: string): Kept => ({ id, unit: 'ns', of: '', ours: fiveOf([2]), isSpeedup: false });
    const run = (date: string, ...ids: string[]) => ({ date, version: 'v', node: 'n', rows: ids.map(row) });
    const runs = [run('d1', 'old', 'a', 'b b1', 'b b2'), run('d2', 'a', 'b b2', 'c')];
    const before = { machine: 'm', runs };
    const listed = ['a', 'b', 'c', 'new'];
    const now = [row('a'), row('b b1'), row('new')];
    const found = compared(now, before, { asked: ['a', 'b', 'new'], listed });
    expect(found.changes.map(({ id }) => id)).toEqual(['a', 'b b1']);
    // `c` is a row that this run was not asked for; of `b` one result no longer comes out.
    expect(found).toMatchObject({
      added: ['new'],
      gone: [
        { id: 'old', since: 'd1, v' },
        { id: 'b b2', since: 'd2, v' },
      ],
    });
    expect(comparisonLines(found)).toBe(
      'compared with the results kept on d2, v (1 row); d1, v (1 row)\n' +
        'nothing got slower, of 2 rows compared\n' +
        'not compared, never kept: new\n' +
        'not compared, kept but no longer measured: old (d1, v); b b2 (d2, v)\n',
    );
    // Removed rows are reported elsewhere.
    expect(compared(now, before, { asked: ['a'] }).gone).toEqual([]);
    const all = compared([row('a')], { machine: 'm', runs: [run('d', 'a')] }, { asked: ['a'], listed });
    expect(comparisonLines(all)).toBe(
      'compared with the results kept on d, v (1 row)\nnothing got slower, of 1 row compared\n',
    );
    const nothing = compared([row('a')], { machine: 'm', runs: [] }, { asked: ['a'], listed });
    expect(comparisonLines(nothing)).toMatch(/^nothing got slower, of 0 rows compared\n/);
  });

  it('reads what it keeps', () => {
    const rows: Kept[] = ['a', 'b'].map((id) => ({
      id,
      unit: 'ns',
      of: 'ours / native',
      ours: [1, 2, 3, 4, 5],
      isSpeedup: false,
    }));
    const results = { machine: 'a "machine"', runs: [{ date: 'd', version: 'v', node: 'n', rows }] };
    expect(readResults(resultsText(results))).toEqual(results);
  });
});
