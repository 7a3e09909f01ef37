/** Ranges of slots, [first, end). */
import type { Item, Program } from '../program.ts';

export type Range = readonly [first: number, end: number];

/** The parts of a range that are in none of the others. */
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

/** Runs of consecutive numbers. */
export function runsOf(numbers: Uint32Array): Range[] {
  const runs: [number, number][] = [];
  for (const number of numbers.toSorted()) {
    const last = runs.at(-1);
    if (last?.[1] === number) last[1]++;
    else runs.push([number, number + 1]);
  }
  return runs;
}

/** Whether two lists of ranges have a slot in common. */
export const overlap = (some: readonly Range[], others: readonly Range[]): boolean =>
  some.some(([first, end]) => others.some(([from, to]) => first < to && from < end));

/** The program with the range of each call limited to these ranges. */
export const withinRanges = (program: Program, ranges: readonly Range[]): Program =>
  program.flatMap((item): Item[] => {
    if (item.kind === 'call')
      return ranges
        .map(([first, end]) => ({
          ...item,
          first: Math.max(first, item.first),
          end: Math.min(end, item.end),
        }))
        .filter(({ first, end }) => first < end);
    const body = withinRanges(item.body, ranges);
    return body.length > 0 ? [{ ...item, body }] : [];
  });
