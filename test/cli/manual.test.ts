/** docs/command.md is run: each command it shows, with what it says comes out. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, ROOT, selvedge } from './command.ts';

const manual = readFileSync(path.join(ROOT, 'docs/command.md'), 'utf8');
const files = folder();
/** The file that the manual validates. */
const wrong = { version: 1, timestep: 0, bodies: [{ type: 'cloth', particls: [5, 5], mass: -1 }] };
writeFileSync(files.path('cloth.json'), JSON.stringify(wrong));

const SKIPPED: Readonly<Record<string, string>> = {
  'run SCENE': 'a pattern, not a command',
  'validate FILE…': 'a pattern, not a command',
  'lab run ID…': 'a pattern, not a command',
  'bench cpu': 'takes minutes',
  'bench peers': 'takes minutes',
  'bench showcases': 'takes minutes',
  soak: 'takes minutes',
  fuzz: 'takes a minute, and what it finds is a bug',
  'bench peers --quick --only hanging-400 --out results': 'takes long, and bench-peers.test.ts does the like',
};

/** Lines of the output that differ from machine to machine: times, threads, versions, drivers. */
const OF_THE_MACHINE =
  /^(?:backend|time|selvedge \d)\s|^ +predict [\d.]+,|^ {2}(?:wasm|webgpu) +(?:runs|does)/;

interface Shown {
  readonly command: string;
  /** What the manual prints below it. */
  readonly output: string;
}

/** Commands of the code blocks: lines that begin with selvedge, after a prompt or npx or neither. */
const shown = [...manual.matchAll(/^```(?:sh)?\n([\s\S]*?)^```/gm)].flatMap(([, block]): Shown[] =>
  block
    .split(/^(?:\$ |npx )?selvedge (?=[a-z-])/m)
    .slice(1)
    .map((text) => {
      const [line, ...output] = text.split('\n');
      return { command: line.replace(/ +#.*/, ''), output: output.join('\n').trimEnd() };
    }),
);

/** As a shell does: spaces part words, single quotes keep them together. */
const wordsOf = (command: string): string[] =>
  (command.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ''));

describe('the manual', () => {
  it('shows commands', () => {
    expect(shown.length).toBeGreaterThan(5);
    const commands = shown.map(({ command }) => command);
    for (const [command, reason] of Object.entries(SKIPPED)) {
      console.log(`skipped: selvedge ${command}: ${reason}`);
      expect(commands).toContain(command);
    }
  });

  it.each(shown.filter(({ command }) => !(command in SKIPPED)))('selvedge $command', async (example) => {
    const { command, output } = example;
    const { code, out, err } = await selvedge(wordsOf(command), { cwd: files.place });
    expect(code, err).toBe(output.includes('is refused') ? 2 : 0);
    if (output.startsWith('{')) expect(unmeasured(JSON.parse(out))).toEqual(unmeasured(JSON.parse(output)));
    else expectLines(output, out + err);
  });
});

/** A report without what the machine decides. */
const unmeasured = ({ ms, threads, ...rest }: Record<string, unknown>) => ({ ...rest, ms: typeof ms });

/** Every line of the manual is one of the output; `…` stands for a rest that is left out, and how long it took varies. */
function expectLines(expected: string, actual: string): void {
  const withoutTime = (text: string) => text.replace(/, [\d.]+ s$/gm, '');
  const lines = withoutTime(actual).split('\n');
  for (const line of withoutTime(expected)
    .split('\n')
    .filter((text) => text !== '' && !OF_THE_MACHINE.test(text))) {
    const [beginning, ...cut] = line.split('…');
    const found = lines.some((other) => (cut.length > 0 ? other.startsWith(beginning) : other === line));
    expect(found, `the manual prints "${line}", the command:\n${actual}`).toBe(true);
  }
}
