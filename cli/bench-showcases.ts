/** `selvedge bench showcases`: what a step of each scene costs, by phase, beside the papers' figures. */
import path from 'node:path';
import type { Where } from '../bench/index.ts';
import {
  type Showcase,
  type Shown,
  show,
  showcasesReport,
  shownLines,
  shownSummary,
} from '../bench/showcases/index.ts';
import { type BackendName, BackendUnavailable } from '../engine/index.ts';
import { openBackend } from './backend.ts';
import { EXIT } from './failure.ts';
import { Interruption } from './interrupt.ts';
import { Progress } from './progress.ts';
import { targetOf, writeWhole } from './whole-file.ts';

export interface Request {
  readonly rows: readonly Showcase[];
  /** An existing folder. */
  readonly out: string;
  readonly quick: boolean;
  readonly json: boolean;
  readonly backend: BackendName;
  readonly where: Omit<Where, 'rounds'>;
}

export async function benchShowcases({ rows, out, quick, json, backend, where }: Request): Promise<number> {
  const target = await targetOf('--out', path.join(out, 'showcases.html'));
  const opened = await openBackend(backend);
  const interruption = new Interruption('steps');
  const progress = new Progress(rows.length);
  const all: Shown[] = [];
  const leftOut: { id: string; why: string }[] = [];
  try {
    for (const row of rows) {
      const tell = async (share: number) => {
        await interruption.check(
          () => `interrupted after ${all.length} of ${rows.length} scenes; no file was written`,
        );
        progress.update(all.length + leftOut.length + share, row.id);
      };
      // If the backend cannot run one of several scenes, the others still run.
      const shown = await show(row, opened, quick, tell).catch((error: Error) => {
        if (!(error instanceof BackendUnavailable) || rows.length === 1) throw error;
        return { id: row.id, why: error.message };
      });
      progress.end();
      if ('why' in shown) leftOut.push(shown);
      else all.push(shown);
      if (!json)
        process.stdout.write('why' in shown ? `${shown.id}: left out: ${shown.why}\n\n` : shownLines(shown));
    }
  } finally {
    progress.end();
    interruption.end();
    opened.dispose();
  }
  await writeWhole([{ target, chunks: [showcasesReport(all, where)] }]);
  if (json)
    process.stdout.write(
      `${JSON.stringify({ ...where, scenes: all, leftOut, files: [target.given] }, null, 2)}\n`,
    );
  else process.stdout.write(`${shownSummary(all)}wrote ${target.given}\n`);
  return EXIT.ok;
}
