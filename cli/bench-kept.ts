/** `selvedge bench --save` and `--compare`: results of this machine, in a file below the folder that the command runs in. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Asked,
  type Comparison,
  compared,
  fileNameOf,
  type Kept,
  type Results,
  readResults,
  resultsText,
  type Where,
} from '../bench/index.ts';
import type { Values } from './arguments.ts';
import { Refusal } from './failure.ts';
import { makeFolder, type Output, targetOf } from './whole-file.ts';

export const RESULTS = 'bench/results';

export interface Keeping {
  /** With --compare: rows slower than the kept result, and rows that were not compared. */
  compared(rows: readonly Kept[], asked: Asked): Comparison | undefined;
  /** With --save: the file with these rows added. */
  outputs(rows: readonly Kept[]): Output[];
}

/** Checks, before anything is measured, that results can be saved or compared afterwards. */
export async function keeping(values: Values, where: Where): Promise<Keeping> {
  const { save, compare, quick } = values;
  if (save && quick) throw new Refusal('--save keeps full results, to compare with; leave --quick out');
  const file = path.join(RESULTS, fileNameOf(where.machine));
  const before = save || compare ? readKept(file) : undefined;
  if (compare && !before) throw new Refusal(`--compare: there is no ${file}; --save makes one`);
  if (save) await makeFolder('--save', RESULTS);
  const target = save ? await targetOf('--save', file) : undefined;
  return {
    compared: (rows, asked) => (compare && before ? compared(rows, before, asked) : undefined),
    outputs: (rows) => {
      if (!target) return [];
      const { machine, date, version, node } = where;
      const results = { machine, runs: [...(before?.runs ?? []), { date, version, node, rows }] };
      return [{ target, chunks: [resultsText(results)] }];
    },
  };
}

function readKept(file: string): Results | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return readResults(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Refusal(`${file} is no file of results: ${(error as Error).message}`);
  }
}
