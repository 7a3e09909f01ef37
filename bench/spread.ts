/** Samples of one thing, and how far they lie apart. */
import { short } from '../lab/index.ts';
import { median } from '../lab/measure.ts';

export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
  readonly samples: readonly number[];
}

export const spreadOf = (samples: readonly number[]): Spread => ({
  median: median(samples),
  least: Math.min(...samples),
  most: Math.max(...samples),
  samples,
});

/** `1.234 (1.2–1.4)`. */
export const spreadText = ({ median, least, most }: Spread): string =>
  `${short(median)} (${short(least)}–${short(most)})`;

/** Least, lower quartile, median, upper quartile, most. */
export type Five = readonly [number, number, number, number, number];

export function fiveOf(samples: readonly number[]): Five {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number) => {
    const place = share * (sorted.length - 1);
    const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    return below + (place % 1) * (above - below);
  };
  return [at(0), at(0.25), median(samples), at(0.75), at(1)];
}

/** Cells in columns, for a terminal. */
export function aligned(cells: readonly (readonly string[])[], indent = ''): string {
  const widths = cells[0].map((_, k) => 2 + Math.max(...cells.map((row) => row[k].length)));
  const lines = cells.map((row) => row.map((cell, k) => cell.padEnd(widths[k])).join(''));
  return lines.map((line) => `${indent}${line.trimEnd()}\n`).join('');
}
