/** `selvedge bench`: speed on this machine, compared with native programs. */
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { GPU_ROWS } from '../bench/gpu/index.ts';
import {
  type Asked,
  CASES,
  type Case,
  comparisonLines,
  keptOf,
  linesOf,
  measure,
  nativePrograms,
  type Row,
  reportOf,
  summaryOf,
  type Where,
} from '../bench/index.ts';
import { ROWS as PEER_ROWS } from '../bench/peers/index.ts';
import { BACKEND_NAMES } from '../engine/index.ts';
import { oneOf, type Values, type Verb, wholeNumber } from './arguments.ts';
import { benchGpu } from './bench-gpu.ts';
import { keeping, RESULTS } from './bench-kept.ts';
import { benchPeers, type PeerRow } from './bench-peers.ts';
import { chosen, inWords, type Listed, listOf, type PartName, showcaseRows } from './bench-rows.ts';
import { benchShowcases } from './bench-showcases.ts';
import { EXIT, Refusal } from './failure.ts';
import { Interruption } from './interrupt.ts';
import { packageFolder, packageVersion } from './package.ts';
import { Progress } from './progress.ts';
import { makeFolder, targetOf, writeWhole } from './whole-file.ts';

const OUT = 'out/bench';
const ROUNDS = { full: 7, quick: 3 };
/** Options that apply to some parts only; other parts refuse them. Options not listed apply to all parts. */
const FOR: Readonly<Record<string, readonly PartName[]>> = {
  rounds: ['cpu'],
  out: ['cpu', 'peers', 'showcases'],
  save: ['cpu', 'peers'],
  compare: ['cpu', 'peers'],
  backend: ['showcases'],
};
/** Approximate time that one side is measured in a round. */
const SECONDS = { full: 0.4, quick: 0.03 };

export const bench: Verb = {
  name: 'bench',
  summary: 'measure how fast it is here, beside native programs and other engines',
  operands: '[all | cpu | peers | showcases | gpu | list]',
  operandsHelp:
    "cpu measures beside native programs, peers beside other engines, all both; showcases the scenes beside the papers' times; gpu what WebGPU costs; list shows the rows",
  least: 0,
  most: 1,
  options: {
    only: { value: 'ID', repeats: true, help: 'these rows only, as sweep-100 or sweep-*; may be repeated' },
    quick: { help: `small sizes only, ${ROUNDS.quick} short rounds` },
    rounds: {
      value: 'N',
      help: `of cpu: how often each side is measured (default: ${ROUNDS.full}, with --quick ${ROUNDS.quick})`,
    },
    out: { value: 'DIR', help: `where the page with plots goes (default: ${OUT})` },
    save: {
      help: `of cpu and peers: keep the result in ${RESULTS}, in a file for this machine; not with --quick`,
    },
    compare: { help: 'of cpu and peers: say what got slower since the result that is kept' },
    backend: { value: 'NAME', help: `of showcases: ${BACKEND_NAMES.join(', ')} (default: wasm)` },
    json: { help: 'print the result as one JSON object' },
  },
  run: async ([what = 'all'], values) => {
    if (what === 'list') return list(values);
    if (what === 'showcases') return showcases(values);
    if (what === 'gpu') return gpu(values);
    const parts: Part[] = [];
    if (what === 'cpu' || what === 'all') parts.push(cpuPart);
    if (what === 'peers' || what === 'all') parts.push(peersPart);
    if (parts.length === 0)
      throw new Refusal(
        `bench ${what}: give all, cpu, peers, showcases, gpu or list.\nTry: selvedge bench --help`,
      );
    const names = parts.map(({ name }) => name);
    refuseOfOthers(what, names, values);
    const rows = chosen(
      values,
      names,
      parts.flatMap((part) => part.rows),
    );
    const results: Record<string, unknown> = {};
    let code: number = EXIT.ok;
    for (const part of parts) {
      const own = part.rows.filter((row) => rows.includes(row));
      if (own.length === 0) continue;
      const asked = own.map(({ id }) => id);
      // Kept rows that no longer exist belong to no part, so the first part reports them.
      const listed = Object.keys(results).length === 0 ? LISTED : undefined;
      const done = await part.measure(values, own, { asked, listed });
      results[part.name] = done.result;
      code ||= done.code;
    }
    if (values.json)
      process.stdout.write(`${JSON.stringify(what === 'all' ? results : results[what], null, 2)}\n`);
    return code;
  },
};

/** What `selvedge bench NAME` measures. */
interface Part {
  readonly name: PartName;
  readonly rows: readonly Listed[];
  /** Prints text unless JSON is requested, and writes files. Returns the object for JSON. */
  measure(values: Values, rows: readonly Listed[], asked: Asked): Promise<{ code: number; result: object }>;
}

/** Ids of all rows whose results are kept. */
const LISTED: readonly string[] = [...CASES, ...PEER_ROWS].map(({ id }) => id);

const cpuPart: Part = {
  name: 'cpu',
  rows: CASES,
  measure: (values, rows, asked) => measureAll(values, rows as readonly Case[], asked),
};

const peersPart: Part = {
  name: 'peers',
  rows: PEER_ROWS,
  measure: (values, rows, asked) => besidePeers(values, rows as readonly PeerRow[], asked),
};

function refuseOfOthers(what: string, parts: readonly PartName[], values: Values): void {
  for (const [option, of] of Object.entries(FOR))
    if (values[option] !== undefined && !parts.some((part) => of.includes(part)))
      throw new Refusal(`--${option} is for ${inWords(of)}, not for bench ${what}`);
}

async function list(values: Values): Promise<number> {
  refuseOfOthers('list', [], values);
  const { words, rows } = await listOf(values);
  process.stdout.write(values.json ? `${JSON.stringify({ rows }, null, 2)}\n` : words);
  return EXIT.ok;
}

async function showcases(values: Values): Promise<number> {
  refuseOfOthers('showcases', ['showcases'], values);
  const quick = values.quick === true;
  const rows = chosen(values, ['showcases'], await showcaseRows());
  const backend = oneOf('backend', (values.backend as string | undefined) ?? 'wasm', BACKEND_NAMES);
  const out = (values.out as string | undefined) ?? OUT;
  await makeFolder('--out', out);
  const { rounds: _, ...where } = surroundings(0, quick);
  return benchShowcases({ rows, out, quick, json: values.json === true, backend, where });
}

async function gpu(values: Values): Promise<number> {
  refuseOfOthers('gpu', ['gpu'], values);
  const quick = values.quick === true;
  const rows = chosen(values, ['gpu'], GPU_ROWS);
  const { rounds: _, ...where } = surroundings(0, quick);
  return benchGpu({ rows, quick, json: values.json === true, where });
}

async function besidePeers(values: Values, rows: readonly PeerRow[], asked: Asked) {
  const quick = values.quick === true;
  const out = (values.out as string | undefined) ?? OUT;
  await makeFolder('--out', out);
  const where = surroundings(0, quick);
  const kept = await keeping(values, where);
  return benchPeers({ rows, out, quick, json: values.json === true, where, kept, asked });
}

async function measureAll(values: Values, cases: readonly Case[], asked: Asked) {
  const quick = values.quick === true;
  const rounds =
    values.rounds === undefined
      ? ROUNDS[quick ? 'quick' : 'full']
      : wholeNumber('rounds', values.rounds as string, 1, 1000);
  const where = surroundings(rounds, quick);
  const kept = await keeping(values, where);
  const out = (values.out as string | undefined) ?? OUT;
  await makeFolder('--out', out);
  const target = await targetOf('--out', path.join(out, 'cpu.html'));

  const rows = await measured(cases, rounds, quick, (row) => {
    if (!values.json) process.stdout.write(linesOf(row));
  });
  const keep = rows.map(keptOf);
  const outputs = [{ target, chunks: [reportOf(rows, where)] }, ...kept.outputs(keep)];
  await writeWhole(outputs);
  const files = outputs.map((one) => one.target.given);
  const comparison = kept.compared(keep, asked);
  if (!values.json) {
    if (rows.length > 1) process.stdout.write(`\n${summaryOf(rows)}`);
    if (comparison) process.stdout.write(comparisonLines(comparison));
    process.stdout.write(`wrote ${files.join(', ')}\n`);
  }
  const wrong = rows.filter((row) => row.wrong);
  for (const { id, wrong: why } of wrong) process.stderr.write(`${id} is wrong: ${why}\n`);
  return { code: wrong.length > 0 ? EXIT.failed : EXIT.ok, result: { ...where, rows, ...comparison, files } };
}

async function measured(
  cases: readonly Case[],
  rounds: number,
  quick: boolean,
  done: (row: Row) => void,
): Promise<Row[]> {
  const interruption = new Interruption('sample');
  const progress = new Progress(cases.length);
  const context = {
    seconds: SECONDS[quick ? 'quick' : 'full'],
    engine: pathToFileURL(path.join(packageFolder, 'dist/index.js')).href,
    native: nativePrograms(path.join(packageFolder, 'bench/native')),
  };
  const rows: Row[] = [];
  try {
    for (const one of cases) {
      const tell = async (share: number) => {
        await interruption.check(
          () => `interrupted after ${rows.length} of ${cases.length} rows; no file was written`,
        );
        progress.update(rows.length + share, one.id);
      };
      await tell(0);
      const row = await measure(one, context, rounds, tell);
      rows.push(row);
      progress.end();
      done(row);
    }
  } finally {
    progress.end();
    interruption.end();
  }
  return rows;
}

function surroundings(rounds: number, quick: boolean): Where {
  const processor = cpus()[0]?.model.trim() || 'unknown processor';
  return {
    version: packageVersion(),
    machine: `${processor}, ${availableParallelism()} cores`,
    node: process.versions.node,
    date: new Date().toISOString().slice(0, 10),
    rounds,
    quick,
  };
}
