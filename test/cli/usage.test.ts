/** Help, version, and the messages for mistyped input. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT, exitCodeOf } from '../../cli/failure.ts';
import { OddCycleError } from '../../engine/index.ts';
import { ROOT, selvedge } from './command.ts';

const manual = readFileSync(path.join(ROOT, 'docs/command.md'), 'utf8');

describe('help and version', () => {
  it('shows the commands and the exit codes', async () => {
    const { code, out, err } = await selvedge(['--help']);
    expect([code, err]).toEqual([0, '']);
    for (const word of ['run', 'validate', 'info', 'Exit codes']) expect(out).toContain(word);
    for (const exit of Object.values(EXIT)) expect(out).toMatch(new RegExp(`^ {2}${exit} `, 'm'));
  });

  it.each(['run', 'validate', 'info', 'bench', 'soak', 'fuzz'])(
    'shows the options of %s, all of them in the manual',
    async (verb) => {
      const { code, out } = await selvedge([verb, '--help']);
      expect(code).toBe(0);
      expect(out).toContain(`Usage: selvedge ${verb}`);
      const options = (out.match(/^ {2}--[a-z]+/gm) ?? []).map((option) => option.trim());
      expect(options).toContain('--json');
      for (const option of options) expect(manual, option).toContain(option);
    },
  );

  it('says in help and manual alike which part of bench an option is for', async () => {
    const { out } = await selvedge(['bench', '--help']);
    const found = [...out.matchAll(/^ {2}--([a-z]+).*? {2,}of ([a-z ]+):/gm)].map(([, option, parts]) => [
      option,
      parts.split(' and '),
    ]);
    const told = [...manual.matchAll(/^\| `--([a-z]+)[^|]*\| (`(?:cpu|peers|showcases)`[^|]*?) *\|/gm)]
      .map(([, option, parts]) => [option, parts.replaceAll('`', '').split(', ')])
      .filter(([, parts]) => parts.length < 3);
    expect(told).toEqual([
      ['rounds', ['cpu']],
      ['save', ['cpu', 'peers']],
      ['compare', ['cpu', 'peers']],
      ['backend', ['showcases']],
    ]);
    expect(found).toEqual(told);
  });

  it('has every exit code in the manual', () => {
    for (const code of Object.values(EXIT)) expect(manual).toMatch(new RegExp(`^\\| ${code} +\\|`, 'm'));
  });

  it('counts a body that two colours do not cover as bad input', () => {
    expect(exitCodeOf(new OddCycleError('mesh', [0, 1, 2]))).toBe(EXIT.refused);
  });

  it('prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    expect(await selvedge(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });
});

describe('bad usage ends with 2, prints nothing on stdout and says what to write', () => {
  it.each<[string, string]>([
    ['', 'Usage: selvedge COMMAND'],
    ['runn rope', 'Did you mean run?'],
    ['--hepl', 'Did you mean --help?'],
    ['run', 'SCENE is missing'],
    ['validate', 'FILE… is missing'],
    ['info rope', '"rope" is one word too many'],
    ['run rope --stpes 3', 'Did you mean --steps?'],
    ['run rope solver.inner=3', 'write --set solver.inner=3'],
    ['run rope --steps', '--steps needs a value: --steps N'],
    ['run rope --state --json', '--state needs a value: --state FILE'],
    ['run rope --json=yes', '--json takes no value'],
    ['run rope --steps 1.5', '--steps: "1.5" is not allowed; a whole number from 0'],
    ['run rope --steps -3', '--steps: "-3" is not allowed; a whole number from 0 to 1000000000'],
    ['run rope --threads 0', '--threads: "0" is not allowed; a whole number from 1 to 64'],
    ['run rope --every 0 --stats x.csv', '--every: "0" is not allowed'],
    ['run rope --every 2', 'give --stats FILE.csv too'],
    ['run rope --backend wsm', 'one of reference, wasm, webgpu. Did you mean wasm?'],
    ['run rope --backend reference --threads 2', '--threads is for --backend wasm'],
    ['run rope --backend reference --relaxed', '--relaxed is for --backend wasm'],
    ['run rope --steps 2 --frames 2', 'give one of them'],
    ['run hanging-clot', 'Did you mean hanging-cloth? Built in: '],
    ['run flag.jsn', 'flag.jsn is neither a file nor a built-in scene. Did you mean flag?'],
    ['run scenes/xyz.json', 'scenes/xyz.json is neither a file nor a built-in scene. Built in:'],
    ['run scenes/flag.jsn', 'Did you mean scenes/flag.json?'],
    [
      'run rope --set nonsense',
      '"nonsense" is not an assignment; write path=value, as in --set bodies[0].mass=1',
    ],
    ['run scenes', 'scenes is a folder, not a scene'],
  ])('selvedge %s', async (line, words) => {
    const { code, out, err } = await selvedge(line.split(' ').filter(Boolean), { cwd: ROOT });
    expect(err).toContain(words);
    expect([code, out]).toEqual([2, '']);
  });
});
