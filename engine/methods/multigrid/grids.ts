/**
 * The hierarchy of grids of a cloth. Each level keeps the even indices of a direction and the last one, until both directions are short;
 * interpolation is bilinear in the indices.
 */
import type { BodyRange } from '../../model.ts';
import type { Connections } from '../../structure.ts';
import { PATH, PATHS, PathsBetween } from './links.ts';
import { type Interpolation, type Level, PARENTS, WHOLE } from './pattern.ts';

/** A cloth of at most this many points in both directions is not coarsened: the coarsest grid has at most 25. */
const SHORT = 5;

/** Denominator of the shares along one direction, which are whole numbers. */
const SIDE = Math.sqrt(WHOLE);

/** A cloth on a level: its rows and columns as indices on the finest level, and the points of its grid. */
export interface Patch {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  /** Indexed by row × columns + column. */
  readonly points: Uint32Array;
}

export function patchesOf(model: Connections): Patch[] {
  return model.bodies.filter(({ grid }) => grid !== undefined).map((body) => patchOf(body, model));
}

function patchOf({ first, count, grid }: BodyRange, { slotOf }: Pick<Connections, 'slotOf'>): Patch {
  const { columns } = grid!;
  return {
    rows: Array.from({ length: count / columns }, (_, row) => row),
    columns: Array.from({ length: columns }, (_, column) => column),
    points: slotOf.slice(first, first + count),
  };
}

export const isShort = ({ rows, columns }: Patch): boolean => rows.length <= SHORT && columns.length <= SHORT;

/**
 * The patch of the next coarser level, its points numbered from `first` on. Writes the rows of P for its points of the fine
 * level.
 */
export function coarsenPatch(
  patch: Patch,
  first: number,
  fine: Level,
  { parents, links }: Interpolation,
): Patch {
  const { rows, columns, points } = patch;
  const coarse = { rows: kept(rows, columns), columns: kept(columns, rows) };
  const down = sharesAlong(rows, coarse.rows);
  const across = sharesAlong(columns, coarse.columns);
  const keptRows = coarse.rows.map((row) => rows.indexOf(row));
  const keptColumns = coarse.columns.map((column) => columns.indexOf(column));
  down.forEach((inRow, r) => {
    across.forEach((inColumn, c) => {
      let k = PARENTS * points[r * columns.length + c];
      for (const [row, shareDown] of inRow)
        for (const [column, shareAcross] of inColumn) {
          parents[2 * k] = first + row * coarse.columns.length + column;
          parents[2 * k + 1] = shareDown * shareAcross;
          link(fine, patch, r, c, keptRows[row], keptColumns[column], links, PATHS * PATH * k++);
        }
    });
  });
  const count = coarse.rows.length * coarse.columns.length;
  return { ...coarse, points: Uint32Array.from({ length: count }, (_, k) => first + k) };
}

/**
 * Writes the paths from a point of the grid to another, by their rows and columns: directly if they are neighbours, else through a point of
 * the rectangle between them; no path from a point to itself. Plain numbers, since pairs took longer than the rest.
 */
function link(
  fine: Level,
  { points, columns: { length: width } }: Patch,
  row: number,
  column: number,
  toRow: number,
  toColumn: number,
  links: Uint32Array,
  at: number,
): void {
  const apart = Math.abs(toRow - row) + Math.abs(toColumn - column);
  if (apart === 0) return;
  const to = points[toRow * width + toColumn];
  const paths = new PathsBetween(fine, links, at, points[row * width + column], to);
  if (apart === 1) {
    paths.addDirect();
    return;
  }
  for (let r = Math.min(row, toRow); r <= Math.max(row, toRow); r++)
    for (let c = Math.min(column, toColumn); c <= Math.max(column, toColumn); c++)
      paths.addThrough(points[r * width + c]);
}

/**
 * The indices of a direction that the next level keeps. Beside a longer direction a short one is coarsened too, down to a single point
 * for the whole width. Otherwise only the long one would be coarsened, the coupling across would become ever stronger than the coupling
 * along, and sweeps would no longer smooth along (200×9 particles: a factor of 0.83 per cycle, instead of 0.22).
 */
function kept(positions: readonly number[], beside: readonly number[]): number[] {
  const { length } = positions;
  if (length <= SHORT && beside.length <= SHORT) return [...positions];
  if (length <= 3) return [positions[0]];
  return positions.filter((_, k) => k % 2 === 0 || k === length - 1);
}

/** The interpolation along a direction: for each point an index among the kept ones, and its share over `SIDE`. */
function sharesAlong(fine: readonly number[], coarse: readonly number[]): (readonly [number, number])[][] {
  if (coarse.length === 1) return fine.map(() => [[0, SIDE]]);
  let right = 0;
  return fine.map((at) => {
    while (coarse[right] < at) right++;
    if (coarse[right] === at) return [[right, SIDE]];
    const left = right - 1;
    const share = Math.round((SIDE * (at - coarse[left])) / (coarse[right] - coarse[left]));
    return [
      [left, SIDE - share],
      [right, share],
    ];
  });
}
