/** The rows of `selvedge bench gpu` in words. */
import { short } from '../../lab/index.ts';
import { aligned, spreadText } from '../spread.ts';
import type { GpuMeasured } from './measure.ts';

export function gpuLines(row: GpuMeasured): string {
  const { id, title, what, wall, gpu, host, dispatches, probe, floor, notes } = row;
  const lines = [
    `${id}: ${title}`,
    `wall ${spreadText(wall)}, GPU ${gpu ? spreadText(gpu) : 'not measured: no timestamps'}, host ${spreadText(host)} µs a ${what}`,
    `${short(dispatches)} dispatches a ${what}`,
    ...(probe === undefined ? [] : [`written by hand ${short(probe)} µs, memory alone ${short(floor!)} µs`]),
    ...notes.map((note) => `warning: ${note}`),
  ];
  return `${lines.join('\n  ')}\n`;
}

export function gpuSummary(rows: readonly GpuMeasured[]): string {
  const head = ['', 'µs of a', 'wall', 'GPU', 'host', 'dispatches', 'by hand', 'memory'];
  const cell = (value: number | undefined) => (value === undefined ? '' : short(value));
  const cells = rows.map(({ id, what, wall, gpu, host, dispatches, probe, floor }) => [
    id,
    what,
    cell(wall.median),
    cell(gpu?.median),
    cell(host.median),
    cell(dispatches),
    cell(probe),
    cell(floor),
  ]);
  return aligned([head, ...cells]);
}
