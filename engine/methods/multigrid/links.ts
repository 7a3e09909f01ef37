/**
 * How a point hangs together with its parents, so that interpolation can be kept from reaching across a tear: paths of one to three
 * links, each an entry of the level's rows, whose weight is 0 once it is torn.
 */
import type { Level } from './pattern.ts';

/**
 * Paths that are tried from a point to each of its parents, and the entries of a path: the first link, and the second and the
 * third both ways, since the row of a pin is empty.
 */
export const PATHS = 2;
export const PATH = 5;

/** In place of an entry where there is no link to look at. */
export const NO_ENTRY = 0xffff_ffff;

/** The link from i to j, if there is one. */
export function directPath(level: Level, i: number, j: number): number[] {
  const entry = entryOf(level, i, j);
  return entry === NO_ENTRY ? [] : pathOf(entry);
}

/** From i to j through one of these points. */
export function detours(level: Level, i: number, j: number, through: Iterable<number>): number[] {
  const found: number[] = [];
  for (const k of through) {
    if (k === i || k === j) continue;
    const path = [entryOf(level, i, k), entryOf(level, k, j), entryOf(level, j, k)];
    if (!path.includes(NO_ENTRY)) found.push(...pathOf(...path));
  }
  return found;
}

/** From i to j through one of these points and then one of those. */
export function longDetours(
  level: Level,
  i: number,
  j: number,
  through: readonly number[],
  then: readonly number[],
): number[] {
  const found: number[] = [];
  for (const a of through) {
    const first = entryOf(level, i, a);
    for (const b of then) {
      const between = [entryOf(level, a, b), entryOf(level, b, a)];
      const path = [first, ...between, entryOf(level, b, j), entryOf(level, j, b)];
      if (!path.includes(NO_ENTRY)) found.push(...path);
    }
  }
  return found;
}

const pathOf = (...entries: readonly number[]): number[] =>
  Array.from({ length: PATH }, (_, k) => entries[k] ?? NO_ENTRY);

/** The first `PATHS` of them; one alone, twice. None: the point is taken to hang together with its parent. */
export const fewest = (paths: readonly number[]): readonly number[] =>
  paths.length === PATH ? [...paths, ...paths] : paths.slice(0, PATHS * PATH);

/** The entry of i's row that names j. */
function entryOf({ width, neighbours }: Level, i: number, j: number): number {
  for (let e = i * width; e < (i + 1) * width; e++) if (neighbours[e] === j) return e;
  return NO_ENTRY;
}
