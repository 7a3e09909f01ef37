/** `selvedge fuzz`: random scenes, and random things done to them, until something breaks; then the smallest case that still does. */
import { BACKEND_NAMES } from '../engine/index.ts';
import { oneOf, type Values, type Verb, wholeNumber } from './arguments.ts';
import { openBackend } from './backend.ts';
import { EXIT, Refusal } from './failure.ts';
import { randomCase } from './fuzz/case.ts';
import { Finding } from './fuzz/checks.ts';
import { readCase, writeCase } from './fuzz/file.ts';
import { CHECKS, type Judging, judge } from './fuzz/judge.ts';
import { shrink } from './fuzz/shrink.ts';
import { Interruption } from './interrupt.ts';
import { minutesOf } from './minutes.ts';
import { Progress } from './progress.ts';

const RUNS = 100;
const MOST_SEED = 2 ** 31;
const INTO = 'out/fuzz';

export const fuzz: Verb = {
  name: 'fuzz',
  summary: 'run random scenes until something breaks, and write the smallest that does',
  operands: '',
  operandsHelp: '',
  least: 0,
  most: 0,
  options: {
    runs: {
      value: 'N',
      help: `how many seeds (default: ${RUNS}; with --minutes as many as there is time for)`,
    },
    seed: { value: 'S', help: 'the first seed; the next run takes the next one (default: 0)' },
    minutes: { value: 'M', help: 'stop after so many minutes, 0.01 to 10000' },
    backend: { value: 'NAME', help: `where to compute: ${BACKEND_NAMES.join(', ')} (default: wasm)` },
    checks: {
      value: 'WHICH',
      help: 'cheap: numbers, faults, speed, energy, time, memory; all: also threads, restoring, the reference (default: cheap)',
    },
    into: { value: 'FOLDER', help: `where what breaks is written (default: ${INTO})` },
    replay: { value: 'FILE', help: 'run one written case again, a script or a scene, with its checks' },
    json: { help: 'print the result as one JSON object' },
  },
  run: async (_, values) => {
    const options = optionsOf(values);
    const { result, lines } = options.replay
      ? await replayed(options.replay, options)
      : await fuzzed(options);
    process.stdout.write(options.json ? `${JSON.stringify(result, null, 2)}\n` : lines);
    return result.found.length > 0 ? EXIT.failed : EXIT.ok;
  },
};

interface Options extends Judging {
  readonly runs: number;
  readonly seed: number;
  readonly minutes: number | undefined;
  readonly into: string;
  readonly replay: string | undefined;
  readonly json: boolean;
}

function optionsOf(values: Values): Options {
  const text = (name: string) => values[name] as string | undefined;
  const given = (name: string, most: number, least = 0) => {
    const value = text(name);
    return value === undefined ? undefined : wholeNumber(name, value, least, most);
  };
  const minutes = text('minutes');
  if (text('replay') !== undefined)
    for (const other of ['runs', 'seed', 'minutes', 'into'])
      if (values[other] !== undefined) throw new Refusal(`--replay runs one case; it takes no --${other}`);
  return {
    seed: given('seed', MOST_SEED) ?? 0,
    runs: given('runs', MOST_SEED, 1) ?? (minutes === undefined ? RUNS : MOST_SEED),
    minutes: minutes === undefined ? undefined : minutesOf(minutes),
    backend: oneOf('backend', text('backend') ?? 'wasm', BACKEND_NAMES),
    checks: oneOf('checks', text('checks') ?? 'cheap', CHECKS),
    into: text('into') ?? INTO,
    replay: text('replay'),
    json: values.json === true,
  };
}

/** One thing that was found. */
interface Found {
  readonly seed: number;
  readonly kind: string;
  readonly message: string;
  /** The script of the smallest case; absent where it was read from one. */
  readonly file?: string;
}

interface Result {
  readonly result: {
    readonly seeds: readonly [first: number, next: number];
    readonly runs: number;
    readonly found: readonly Found[];
  };
  readonly lines: string;
}

async function fuzzed(options: Options): Promise<Result> {
  const { seed: first, runs, minutes, into } = options;
  const interruption = new Interruption('run');
  const progress = new Progress(minutes ?? runs);
  const began = performance.now();
  const passed = () => (performance.now() - began) / 60_000;
  const found: Found[] = [];
  let seed = first;
  try {
    for (; seed < first + runs && (minutes === undefined || passed() < minutes); seed++) {
      const at = seed;
      await interruption.check(() => `interrupted; go on with --seed ${at}`);
      progress.update(minutes === undefined ? seed - first : passed(), `seed ${seed}, ${found.length} found`);
      const given = await caseOf(seed);
      const finding = given instanceof Finding ? given : await judge(given, options);
      if (!finding) continue;
      const { kind, message } = finding;
      if (given instanceof Finding) found.push({ seed, kind, message });
      else {
        const smallest = await shrink({ case: given, finding }, (smaller) =>
          judge(smaller, { ...options, only: kind }),
        );
        found.push({ seed, kind, message: smallest.finding.message, file: await writeCase(into, smallest) });
      }
      progress.end();
      if (!options.json) process.stderr.write(`${lineOf(found.at(-1)!)}\n`);
    }
  } finally {
    progress.end();
    interruption.end();
  }
  const result = { seeds: [first, seed] as const, runs: seed - first, found };
  const lines =
    `${result.runs} runs, seeds ${first} to ${seed - 1}: ${found.length} found\n` +
    `go on with --seed ${seed}\n`;
  return { result, lines };
}

/** The case of a seed, or a finding where making it breaks. */
async function caseOf(seed: number) {
  try {
    return await randomCase(seed, await openBackend('reference'));
  } catch (error) {
    return new Finding('crash', (error as Error).stack ?? String(error), 0);
  }
}

async function replayed(name: string, options: Options): Promise<Result> {
  const given = await readCase(name);
  const finding = await judge(given, options);
  const found = finding
    ? [{ seed: given.seed, kind: finding.kind, message: `${finding.message}, step ${finding.step}` }]
    : [];
  const result = { seeds: [given.seed, given.seed + 1] as const, runs: 1, found };
  return { result, lines: finding ? `${lineOf(found[0])}\n` : `${name}: nothing found\n` };
}

const lineOf = ({ seed, kind, message, file }: Found): string =>
  `seed ${seed}: ${kind}: ${message}${file ? ` (${file})` : ''}`;
