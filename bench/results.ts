/** Results by machine, kept in the repository; and what got slower since. */
import type { Row } from './case.ts';

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
  /** Ours: median, least, most. */
  readonly ours: readonly [median: number, least: number, most: number];
  readonly ratio?: number;
}

export interface Results {
  readonly machine: string;
  /** The newest last. */
  readonly runs: readonly Run[];
}

const digits = (value: number) => Number(value.toPrecision(4));

export const keptOf = ({ id, unit, sides: [{ median, least, most }], ratio }: Row): Kept => ({
  id,
  unit,
  ours: [digits(median), digits(least), digits(most)],
  ...(ratio === undefined ? {} : { ratio: digits(ratio) }),
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

/** A difference below this is noise. */
const SLOWER = 1.1;

export interface Change {
  readonly id: string;
  /** Now over then: above 1 is slower. */
  readonly factor: number;
  readonly slower: boolean;
  /** Of what: the ratio to the other side, which a busy machine leaves alone, or the time itself. */
  readonly of: string;
  readonly before: number;
  readonly now: number;
  readonly since: string;
}

/** Every row beside the newest kept one of its id. */
export function changesSince(rows: readonly Row[], { runs }: Results): Change[] {
  return rows.flatMap((row): Change[] => {
    const run = runs.toReversed().find((one) => one.rows.some(({ id }) => id === row.id));
    const old = run?.rows.find(({ id }) => id === row.id);
    if (!run || !old) return [];
    const now = keptOf(row);
    const since = `${run.date}, ${run.version}`;
    if (old.ratio !== undefined && now.ratio !== undefined) {
      // A speed-up that got smaller is a loss.
      const factor = row.least === undefined ? now.ratio / old.ratio : old.ratio / now.ratio;
      return [{ ...compared(row.id, factor), of: row.of, before: old.ratio, now: now.ratio, since }];
    }
    const factor = now.ours[0] / old.ours[0];
    return [{ ...compared(row.id, factor), of: row.unit, before: old.ours[0], now: now.ours[0], since }];
  });
}

const compared = (id: string, factor: number) => ({ id, factor, slower: factor > SLOWER });
