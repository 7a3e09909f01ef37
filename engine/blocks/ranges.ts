/** Ranges of slots, [first, end). */
import type { Call } from '../program.ts';

export type Range = readonly [first: number, end: number];

/** What is left of a range without others. */
export const without = (range: Range, taken: readonly Range[]): Range[] =>
  taken.reduce<Range[]>(
    (left, [from, to]) =>
      left.flatMap(([first, end]) =>
        (
          [
            [first, Math.min(end, from)],
            [Math.max(first, to), end],
          ] as const
        ).filter(([a, b]) => a < b),
      ),
    [range],
  );

/** Where numbers follow each other. */
export function runsOf(numbers: Uint32Array): Range[] {
  const runs: [number, number][] = [];
  for (const number of numbers.toSorted()) {
    const last = runs.at(-1);
    if (last?.[1] === number) last[1]++;
    else runs.push([number, number + 1]);
  }
  return runs;
}

export const within = (item: Call, [first, end]: Range): Call => ({ ...item, first, end });
