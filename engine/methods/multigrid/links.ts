/**
 * How a point hangs together with its parents, so that interpolation can be kept from reaching across a tear: paths of one or two
 * links, each an entry of the level's rows, whose weight is 0 once it is torn.
 */
import type { Level } from './pattern.ts';

/** Paths that are tried from a point to each of its parents, and the entries of a path: there, and the second link both ways. */
export const PATHS = 2;
export const HOPS = 3;

/** In place of an entry where there is no link to look at. */
export const NO_ENTRY = 0xffff_ffff;

/** The link from i to j, if there is one. */
export function directPath(level: Level, i: number, j: number): number[] {
  const entry = entryOf(level, i, j);
  return entry === NO_ENTRY ? [] : [entry, NO_ENTRY, NO_ENTRY];
}

/** From i to j through one of these points. */
export function detours(level: Level, i: number, j: number, through: Iterable<number>): number[] {
  const found: number[] = [];
  for (const k of through) {
    if (k === i || k === j) continue;
    const path = [entryOf(level, i, k), entryOf(level, k, j), entryOf(level, j, k)];
    if (!path.includes(NO_ENTRY)) found.push(...path);
  }
  return found;
}

/** The first `PATHS` of them; one alone, twice. None: the point is taken to hang together with its parent. */
export const fewest = (paths: readonly number[]): readonly number[] =>
  paths.length === HOPS ? [...paths, ...paths] : paths.slice(0, PATHS * HOPS);

/** The entry of i's row that names j. */
function entryOf({ width, neighbours }: Level, i: number, j: number): number {
  for (let e = i * width; e < (i + 1) * width; e++) if (neighbours[e] === j) return e;
  return NO_ENTRY;
}
