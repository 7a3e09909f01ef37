/** `selvedge lab`: reproduces the papers' figures. Lists experiments, runs them, and writes curves, plots and a report per paper. */
import { mkdir } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { BACKEND_NAMES, type BackendName, nearest } from '../engine/index.ts';
import {
  countOf,
  csvOf,
  EXPERIMENTS,
  type Experiment,
  experimentsOf,
  type Finished,
  PAPERS,
  plotOf,
  Runner,
  rangeText,
  reportOf,
  type Surroundings,
  short,
  stillsOf,
  tableCsvOf,
} from '../lab/index.ts';
import { oneOf, type Values, type Verb } from './arguments.ts';
import { openBackend } from './backend.ts';
import { EXIT, Refusal } from './failure.ts';
import { Interruption } from './interrupt.ts';
import { packageVersion } from './package.ts';
import { Progress } from './progress.ts';
import { type Output, targetOf, writeWhole } from './whole-file.ts';

const DEFAULT_OUT = 'out/lab';
/** Columns for an id. */
const WIDTH = 19;

export const lab: Verb = {
  name: 'lab',
  summary: 'run the experiments of the papers and compare',
  operands: 'list | run ID…',
  operandsHelp: 'ids as list shows them, patterns (np17-a*), papers (pnf18), or all',
  least: 1,
  most: Number.POSITIVE_INFINITY,
  options: {
    quick: { help: 'small cloths and short runs instead of the sizes of the papers' },
    out: { value: 'DIR', help: `where CSV, SVG and the reports go (default: ${DEFAULT_OUT})` },
    backend: { value: 'NAME', help: `where to compute: ${BACKEND_NAMES.join(', ')} (default: wasm)` },
    json: { help: 'print the result as one JSON object' },
  },
  run: async ([what, ...ids], values) => {
    if (what === 'list') return list(ids, values);
    if (what === 'run') return runAll(chosen(ids), values);
    throw new Refusal(`lab ${what}: give list or run.\nTry: selvedge lab --help`);
  },
};

function list(ids: readonly string[], { json, ...values }: Values): number {
  const [refused] = Object.keys(values);
  if (refused) throw new Refusal(`--${refused} is for lab run`);
  const found = ids.length > 0 ? chosen(ids) : EXPERIMENTS;
  const rows = found.map(({ id, paper, figure, title }) => ({ id, paper, figure, title }));
  const words = rows.map(({ id, figure, title }) => `${id.padEnd(WIDTH)}${figure.padEnd(16)}${title}\n`);
  process.stdout.write(json ? `${JSON.stringify({ experiments: rows }, null, 2)}\n` : words.join(''));
  return EXIT.ok;
}

/** The selected experiments without duplicates, in the order of the list. */
function chosen(ids: readonly string[]): Experiment[] {
  if (ids.length === 0)
    throw new Refusal('lab run: give the ids of experiments, or all.\nTry: selvedge lab list');
  const wanted = new Set(
    ids.flatMap((id) => {
      const found = experimentsOf(id);
      if (found) return found;
      const guess = nearest(id, ['all', ...Object.keys(PAPERS), ...EXPERIMENTS.map((one) => one.id)]);
      throw new Refusal(
        `there is no experiment ${id}.${guess ? ` Did you mean ${guess}?` : ''}\nTry: selvedge lab list`,
      );
    }),
  );
  return EXPERIMENTS.filter((experiment) => wanted.has(experiment));
}

async function runAll(experiments: readonly Experiment[], values: Values): Promise<number> {
  const out = (values.out as string | undefined) ?? DEFAULT_OUT;
  const quick = values.quick === true;
  const name: BackendName = oneOf('backend', (values.backend as string | undefined) ?? 'wasm', BACKEND_NAMES);
  const opened = await openBackend(name);
  const where: Surroundings = { ...surroundings(), backend: `${name}: ${opened.description}`, quick };
  opened.dispose();
  await makeFolder(out);

  const interruption = new Interruption('sample');
  const progress = new Progress(experiments.length);
  const finished: Finished[] = [];
  const runner = new Runner({
    quick,
    backend: () => openBackend(name),
    progress: async (share) => {
      const count = finished.length;
      await interruption.check(() => `interrupted after ${count} of ${experiments.length} experiments`);
      progress.update(count + share, experiments[count]?.id);
    },
  });
  const files: string[] = [];
  try {
    for (const experiment of experiments) {
      const result = await runner.run(experiment);
      files.push(...(await write(out, filesOf(result))));
      finished.push(result);
      progress.end();
      if (!values.json) process.stdout.write(lineOf(result));
    }
    const reports = reportsOf(finished, where);
    files.push(...(await write(out, reports)));
  } finally {
    progress.end();
    interruption.end();
  }
  const failed = finished.flatMap(({ verdicts }) => verdicts).filter(({ ok }) => !ok).length;
  if (values.json) {
    process.stdout.write(
      `${JSON.stringify({ ...where, ok: failed === 0, experiments: finished.map(summaryOf), files }, null, 2)}\n`,
    );
  } else process.stdout.write(`wrote ${files.length} files to ${out}\n`);
  if (failed > 0) process.stderr.write(`${countOf(failed, 'check')} failed\n`);
  return failed > 0 ? EXIT.failed : EXIT.ok;
}

function surroundings() {
  const processor = cpus()[0]?.model.trim() || 'unknown processor';
  return {
    version: packageVersion(),
    machine: `${processor}, ${availableParallelism()} cores, Node ${process.versions.node}, ${process.platform} ${process.arch}`,
    date: new Date().toISOString().slice(0, 10),
  };
}

async function makeFolder(out: string): Promise<void> {
  try {
    await mkdir(out, { recursive: true });
  } catch (error) {
    throw new Refusal(`--out ${out}: ${(error as Error).message}`);
  }
}

type Files = ReadonlyMap<string, Iterable<string>>;

function filesOf({ experiment: { id, title }, outcome: { panels, stills, tables = [] } }: Finished): Files {
  const files = new Map<string, Iterable<string>>([
    [`${id}.csv`, csvOf(panels)],
    [`${id}.svg`, [plotOf(title, panels)]],
  ]);
  tables.forEach((table, k) => {
    files.set(`${id}-table${tables.length > 1 ? k + 1 : ''}.csv`, tableCsvOf(table));
  });
  if (stills.length > 0) files.set(`${id}-stills.svg`, [stillsOf(title, stills)]);
  return files;
}

function reportsOf(finished: readonly Finished[], where: Surroundings): Files {
  return new Map(
    Object.entries(PAPERS).flatMap(([paper, title]) => {
      const mine = finished.filter(({ experiment }) => experiment.paper === paper);
      const all = EXPERIMENTS.filter((experiment) => experiment.paper === paper).length;
      return mine.length > 0 ? [[`${paper}.html`, [reportOf(title, mine, all, where)]] as const] : [];
    }),
  );
}

async function write(out: string, files: Files): Promise<string[]> {
  const outputs: Output[] = [];
  for (const [file, chunks] of files)
    outputs.push({ target: await targetOf('--out', path.join(out, file)), chunks });
  await writeWhole(outputs);
  return outputs.map(({ target }) => target.given);
}

function lineOf({ experiment: { id }, verdicts, seconds }: Finished): string {
  const bad = verdicts.filter(({ ok }) => !ok);
  const first = `${id.padEnd(WIDTH)}${bad.length === 0 ? 'ok    ' : 'FAILED'} ${countOf(verdicts.length, 'check')}, ${seconds.toFixed(1)} s\n`;
  const rest = bad.map(
    ({ name, value, low, high }) =>
      `  failed: ${name}: found ${short(value)}, allowed ${rangeText(low, high)}\n`,
  );
  return first + rest.join('');
}

const summaryOf = ({
  experiment: { id },
  verdicts,
  outcome: { numbers, notes },
  parameters,
  seconds,
}: Finished) => ({
  id,
  ok: verdicts.every(({ ok }) => ok),
  checks: verdicts,
  numbers,
  notes,
  parameters,
  seconds,
});
