/** Results by machine, kept in the repository; and what got slower since. */
import { countOf } from '../lab/index.ts';
import type { Row } from './case.ts';
import { type Five, fiveOf } from './spread.ts';

export interface Results {
  readonly machine: string;
  /** The newest last. */
  readonly runs: readonly Run[];
}

export interface Run {
  readonly date: string;
  readonly version: string;
  readonly node: string;
  readonly rows: readonly Kept[];
}

/** What is kept of a row. */
export interface Kept {
  readonly id: string;
  readonly unit: string;
  /** How long ours takes. */
  readonly ours: Five;
  /** What the ratio is of. */
  readonly of: string;
  /** Of each round, where there is another side. */
  readonly ratio?: Five;
  /** The ratio says how many times we are faster: less of it is a loss. */
  readonly isSpeedup: boolean;
}

/** Four digits of each. */
export const keptFive = (samples: readonly number[]): Five =>
  fiveOf(samples).map((value) => Number(value.toPrecision(4))) as unknown as Five;

export const keptOf = ({ id, unit, of, sides: [ours], ratios, least }: Row): Kept => ({
  id,
  unit,
  ours: keptFive(ours.samples),
  of,
  ...(ratios ? { ratio: keptFive(ratios) } : {}),
  isSpeedup: least !== undefined,
});

/** `AMD EPYC 7B13, 2 cores` as a file's name. */
export const fileNameOf = (machine: string): string =>
  `${machine
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}.json`;

/** Throws a `TypeError` where the text is no file of results. */
export function readResults(text: string): Results {
  const value = JSON.parse(text) as Results;
  if (!Array.isArray(value?.runs)) throw new TypeError('has no list of runs');
  return value;
}

/** A line a row, so that a difference of two versions can be read. */
export function resultsText({ machine, runs }: Results): string {
  const rows = (all: readonly Kept[]) => all.map((row) => `        ${JSON.stringify(row)}`).join(',\n');
  const each = runs.map(({ rows: kept, ...run }) => {
    const facts = JSON.stringify(run).slice(1, -1);
    return `    {\n      ${facts},\n      "rows": [\n${rows(kept)}\n      ]\n    }`;
  });
  return `{\n  "machine": ${JSON.stringify(machine)},\n  "runs": [\n${each.join(',\n')}\n  ]\n}\n`;
}

/** Medians that differ by less are equal, however small the spread. */
const SLOWER = 1.05;

export interface Change {
  readonly id: string;
  /** Now over then, of the medians: above 1 is slower. */
  readonly factor: number;
  /** By more than a twentieth, and the middle halves of the samples, then and now, don't meet. */
  readonly slower: boolean;
  /** Of what: the ratio to the other side, which a busy machine leaves alone, or the time itself. */
  readonly of: string;
  readonly before: Five;
  readonly now: Five;
  readonly since: string;
}

/** Every row beside the newest kept one of its id. */
export function changesSince(rows: readonly Kept[], { runs }: Results): Change[] {
  return rows.flatMap((row): Change[] => {
    const run = runs.toReversed().find((one) => one.rows.some(({ id }) => id === row.id));
    const old = run?.rows.find(({ id }) => id === row.id);
    if (!run || !old) return [];
    const byRatio = old.ratio !== undefined && row.ratio !== undefined && old.of === row.of;
    const [before, now] = byRatio ? [old.ratio!, row.ratio!] : [old.ours, row.ours];
    const [good, bad] = byRatio && row.isSpeedup ? [now, before] : [before, now];
    const [[, , , upper], [, lower]] = [good, bad];
    const factor = bad[2] / good[2];
    const slower = factor > SLOWER && lower > upper;
    const of = byRatio ? row.of : row.unit;
    return [{ id: row.id, factor, slower, of, before, now, since: `${run.date}, ${run.version}` }];
  });
}

/** Which rows a run was asked for, and which there are. */
export interface Asked {
  readonly asked: readonly string[];
  /** Absent: removed rows are not reported. */
  readonly listed?: readonly string[];
}

export interface Comparison {
  readonly changes: readonly Change[];
  /** Measured, and never kept: there is nothing to compare them with. */
  readonly added: readonly string[];
  /** Kept once, and not to be had any more: no row, or one that came out without it. */
  readonly gone: readonly { readonly id: string; readonly since: string }[];
}

/** A row may keep several results: its id comes first, words follow. */
const rowOf = (id: string): string => id.split(' ')[0];

export function compared(rows: readonly Kept[], before: Results, { asked, listed }: Asked): Comparison {
  const newest = new Map(
    before.runs.flatMap(({ rows: kept, date, version }) =>
      kept.map(({ id }) => [id, `${date}, ${version}`] as const),
    ),
  );
  const isGone = (id: string) =>
    (listed && !listed.includes(rowOf(id))) ||
    (asked.includes(rowOf(id)) && !rows.some((row) => row.id === id));
  return {
    changes: changesSince(rows, before),
    added: rows.map(({ id }) => id).filter((id) => !newest.has(id)),
    gone: [...newest].filter(([id]) => isGone(id)).map(([id, since]) => ({ id, since })),
  };
}

/** With which results it was compared, what got slower, and in a line of each kind what was not compared. */
export function comparisonLines({ changes, added, gone }: Comparison): string {
  const text = ([, lower, median, upper]: Five) => `${median} (${lower}–${upper})`;
  const slower = changes
    .filter((change) => change.slower)
    .map(
      ({ id, factor, of, before, now, since }) =>
        `slower: ${id}, ${factor.toFixed(2)} times: ${of} ${text(before)} (${since}), now ${text(now)}\n`,
    );
  const none = `nothing got slower, of ${countOf(changes.length, 'row')} compared\n`;
  const runs = [...new Set(changes.map(({ since }) => since))].map(
    (run) => `${run} (${countOf(changes.filter(({ since }) => since === run).length, 'row')})`,
  );
  const kept = gone.map(({ id, since }) => `${id} (${since})`);
  return [
    ...(runs.length > 0 ? [`compared with the results kept on ${runs.join('; ')}\n`] : []),
    ...(slower.length > 0 ? slower : [none]),
    ...(added.length > 0 ? [`not compared, never kept: ${added.join('; ')}\n`] : []),
    ...(kept.length > 0 ? [`not compared, kept but no longer measured: ${kept.join('; ')}\n`] : []),
  ].join('');
}
