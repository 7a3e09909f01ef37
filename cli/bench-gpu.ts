/** `selvedge bench gpu`: what WebGPU costs here: on the GPU, on the host and in all, beside a sweep written by hand. */

import {
  type GpuMeasured,
  type GpuRow,
  gpuLines,
  gpuSummary,
  type Length,
  measureRow,
  probeBandwidth,
} from '../bench/gpu/index.ts';
import type { Where } from '../bench/index.ts';
import { BackendUnavailable } from '../engine/index.ts';
import { openBackend } from './backend.ts';
import { EXIT } from './failure.ts';
import { Interruption } from './interrupt.ts';
import { Progress } from './progress.ts';
import { readBuiltIn } from './scene-file.ts';

export interface Request {
  readonly rows: readonly GpuRow[];
  readonly quick: boolean;
  readonly json: boolean;
  readonly where: Omit<Where, 'rounds'>;
}

const LENGTH: Readonly<Record<'full' | 'quick', Length>> = {
  full: { milliseconds: 60, samples: 9, seconds: 4 },
  quick: { milliseconds: 10, samples: 2, seconds: 0.2 },
};

export async function benchGpu({ rows, quick, json, where }: Request): Promise<number> {
  const backend = await openBackend('webgpu');
  const interruption = new Interruption('samples');
  const progress = new Progress(rows.length);
  const done: GpuMeasured[] = [];
  const leftOut: { id: string; why: string }[] = [];
  const bandwidth = await probeBandwidth(backend.device!);
  const { description: gpu } = backend;
  if (!json) process.stdout.write(`${gpu}, memory at ${Math.round(bandwidth / 1e9)} GB/s\n\n`);
  try {
    for (const row of rows) {
      await interruption.check(() => `interrupted after ${done.length} of ${rows.length} rows`);
      progress.update(done.length + leftOut.length, row.id);
      const length = LENGTH[quick ? 'quick' : 'full'];
      // Of several rows, one too large for this GPU does not keep the others from running.
      const measured = await measureRow(row, backend, bandwidth, readBuiltIn, length).catch(
        (error: Error) => {
          if (!(error instanceof BackendUnavailable) || rows.length === 1) throw error;
          return { id: row.id, why: error.message };
        },
      );
      progress.end();
      if ('why' in measured) leftOut.push(measured);
      else done.push(measured);
      if (!json)
        process.stdout.write(
          'why' in measured ? `${measured.id}: left out: ${measured.why}\n` : gpuLines(measured),
        );
    }
  } finally {
    progress.end();
    interruption.end();
    backend.dispose();
  }
  if (json)
    process.stdout.write(`${JSON.stringify({ ...where, gpu, bandwidth, rows: done, leftOut }, null, 2)}\n`);
  else if (done.length > 1) process.stdout.write(`\n${gpuSummary(done)}`);
  return EXIT.ok;
}
