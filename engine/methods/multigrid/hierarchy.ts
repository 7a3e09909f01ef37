/**
 * Coarser and coarser grids over the cloths of a model: who interpolates from whom, and which coarse points then depend on
 * each other. Only structure: the numbers of the coarse operators are made by kernels, from masses, stiffness and pins.
 *
 * A direction keeps its even indices and its last one, until both directions are short. Bodies without a grid stay on the finest level.
 */
import type { BodyRange, Model } from '../../model.ts';

/** A cloth of at most so many points in both directions is not coarsened: the coarsest have at most 25. */
const SHORT = 5;

/** Coarse points that a fine point interpolates from, at most: bilinear. */
export const PARENTS = 4;

/**
 * Shares of interpolation are whole numbers over this, so that they are exact in float32 and a row of P sums to exactly 1:
 * constants then stay constants, and the rows of coarse Laplacians sum to zero up to rounding.
 */
export const WHOLE = 65_536;
/** The same in one direction. */
const SIDE = 256;

/** Paths that are tried from a point to each of its parents, and the entries of a path: there, and the second link both ways. */
export const PATHS = 2;
export const HOPS = 3;

/** In place of an entry where there is no link to look at. */
export const NO_ENTRY = 0xffff_ffff;

export type Range = readonly [first: number, end: number];

/** Points of a level, sorted by colour, and their rows as in a model: the point itself in an empty entry. */
export interface Level {
  readonly points: number;
  readonly width: number;
  readonly neighbours: Uint32Array;
  readonly colours: readonly Range[];
}

/** Interpolation P between a level and the next coarser one, by rows and by columns. */
export interface Transfer {
  /** `PARENTS` pairs (coarse point, share) a fine point; a share of 0 in an empty one. */
  readonly parents: Uint32Array;
  /** By parent, `PATHS` paths of `HOPS` entries of the fine level's rows: a point hangs together with it along them. */
  readonly links: Uint32Array;
  /** `childWidth` pairs (fine point, share) a coarse point. */
  readonly children: Uint32Array;
  readonly childWidth: number;
}

export interface Hierarchy {
  /** The finest, which is the model, first. */
  readonly levels: readonly Level[];
  /** transfers[l] is between levels l and l + 1. */
  readonly transfers: readonly Transfer[];
  /** Absent where no body has a grid. */
  readonly coarsest?: Coarsest;
}

/** Who is in one cloth with whom on the coarsest level: its operator has a dense block for each cloth. */
export interface Coarsest {
  /** Entries a point: the points of the largest cloth. */
  readonly width: number;
  /** The points of a point's cloth, the same in each of its rows; the point itself in an empty entry. */
  readonly members: Uint32Array;
  /** By point. */
  readonly memberCount: Uint32Array;
}

/** A cloth on a level: where its rows and columns stand (indices on the finest level), and the points of its grid. */
interface Patch {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  /** By row × columns + column. */
  readonly points: Uint32Array;
}

const hierarchies = new WeakMap<Model, Hierarchy>();

/** Depends on the model alone: once a model. */
export function hierarchyOf(model: Model): Hierarchy {
  const known = hierarchies.get(model);
  if (known) return known;
  const made = build(model);
  hierarchies.set(model, made);
  return made;
}

function build(model: Model): Hierarchy {
  const { particles, width, neighbours, colours } = model;
  let patches = model.bodies.filter(({ grid }) => grid !== undefined).map((body) => patchOf(body, model));
  const levels: Level[] = [{ points: particles, width, neighbours, colours }];
  const transfers: Transfer[] = [];
  const isShort = ({ rows, columns }: Patch) => rows.length <= SHORT && columns.length <= SHORT;
  // A cloth that is small from the start is coarsened (to itself) too: it takes part in the exact solve.
  while (patches.length > 0 && (levels.length === 1 || !patches.every(isShort))) {
    const coarser = coarsen(levels.at(-1)!, patches);
    levels.push(coarser.level);
    transfers.push(coarser.transfer);
    patches = coarser.patches;
  }
  return { levels, transfers, coarsest: patches.length > 0 ? coarsestOf(patches) : undefined };
}

function patchOf({ first, count, grid }: BodyRange, { slotOf }: Model): Patch {
  const { columns } = grid!;
  return {
    rows: Array.from({ length: count / columns }, (_, row) => row),
    columns: Array.from({ length: columns }, (_, column) => column),
    points: slotOf.slice(first, first + count),
  };
}

function coarsestOf(patches: readonly Patch[]): Coarsest {
  const count = patches.reduce((sum, { points }) => sum + points.length, 0);
  const width = patches.reduce((most, { points }) => Math.max(most, points.length), 0);
  const members = new Uint32Array(count * width);
  const memberCount = new Uint32Array(count);
  for (const { points } of patches) {
    for (const point of points) {
      members.fill(point, point * width, (point + 1) * width);
      members.set(points, point * width);
      memberCount[point] = points.length;
    }
  }
  return { width, members, memberCount };
}

/**
 * The indices of a direction that the next level keeps. Beside a longer direction a short one goes on too, to a single point,
 * which stands for the whole width: else the long one alone would be thinned out, points across would hang together ever more
 * closely, and sweeps would no longer smooth along (200×9 particles: a factor of 0.83 per cycle, with this 0.22).
 */
function kept(positions: readonly number[], beside: readonly number[]): number[] {
  const { length } = positions;
  if (length <= SHORT && beside.length <= SHORT) return [...positions];
  if (length <= 3) return [positions[0]];
  return positions.filter((_, k) => k % 2 === 0 || k === length - 1);
}

/** Where the points of a direction interpolate from: an index among the kept ones, and its share over `SIDE`. */
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

function coarsen(fine: Level, patches: readonly Patch[]) {
  // Coarse points are numbered cloth by cloth first, then sorted by colour.
  const parents = new Uint32Array(2 * PARENTS * fine.points);
  const links = new Uint32Array(PARENTS * PATHS * HOPS * fine.points).fill(NO_ENTRY);
  let points = 0;
  const drafts = patches.map(({ rows, columns, points: slots }) => {
    const draft = { first: points, rows: kept(rows, columns), columns: kept(columns, rows) };
    const down = sharesAlong(rows, draft.rows);
    const across = sharesAlong(columns, draft.columns);
    const keptRows = draft.rows.map((row) => rows.indexOf(row));
    const keptColumns = draft.columns.map((column) => columns.indexOf(column));
    down.forEach((inRow, r) => {
      across.forEach((inColumn, c) => {
        let k = PARENTS * slots[r * columns.length + c];
        for (const [row, shareDown] of inRow)
          for (const [column, shareAcross] of inColumn) {
            parents[2 * k] = points + row * draft.columns.length + column;
            parents[2 * k + 1] = shareDown * shareAcross;
            const parent = { row: keptRows[row], column: keptColumns[column] };
            links.set(
              pathsBetween(fine, slots, columns.length, { row: r, column: c }, parent),
              PATHS * HOPS * k++,
            );
          }
      });
    });
    points += draft.rows.length * draft.columns.length;
    return draft;
  });

  const rows = dependencies(fine, parents, childrenOf(fine.points, parents, points), points);
  const { slotOf, colours } = sortByColour(rows);
  for (let k = 0; k < parents.length; k += 2) if (parents[k + 1] > 0) parents[k] = slotOf[parents[k]];
  return {
    level: levelOf(rows, slotOf, colours),
    transfer: { parents, links, ...childrenOf(fine.points, parents, points) },
    patches: drafts.map(
      ({ first, rows, columns }): Patch => ({
        rows,
        columns,
        points: slotOf.slice(first, first + rows.length * columns.length),
      }),
    ),
  };
}

interface GridPoint {
  readonly row: number;
  readonly column: number;
}

/** The entry of i's row that names j. */
function entryOf({ width, neighbours }: Level, i: number, j: number): number {
  const found = neighbours.subarray(i * width, (i + 1) * width).indexOf(j);
  return found < 0 ? NO_ENTRY : i * width + found;
}

/**
 * How a point hangs together with a parent: directly beside it, else through a point of the rectangle between them. None where
 * it is the parent, or too far: then it is taken to.
 */
function pathsBetween(
  fine: Level,
  slots: Uint32Array,
  columns: number,
  from: GridPoint,
  to: GridPoint,
): number[] {
  const slotAt = ({ row, column }: GridPoint) => slots[row * columns + column];
  const [i, j] = [slotAt(from), slotAt(to)];
  const [down, right] = [to.row - from.row, to.column - from.column];
  if (i === j) return [];
  const direct = entryOf(fine, i, j);
  if (Math.abs(down) + Math.abs(right) === 1) return twice([direct, NO_ENTRY, NO_ENTRY]);
  const found: number[] = [];
  for (let row = Math.min(from.row, to.row); row <= Math.max(from.row, to.row); row++) {
    for (
      let column = Math.min(from.column, to.column);
      column <= Math.max(from.column, to.column);
      column++
    ) {
      const k = slotAt({ row, column });
      const path = [entryOf(fine, i, k), entryOf(fine, k, j), entryOf(fine, j, k)];
      if (k !== i && k !== j && !path.includes(NO_ENTRY)) found.push(...path);
    }
  }
  return found.length > HOPS ? found.slice(0, PATHS * HOPS) : twice(found);
}

const twice = (path: readonly number[]): number[] => [...path, ...path];

/** The columns of P. */
function childrenOf(fine: number, parents: Uint32Array, points: number) {
  const counts = new Uint32Array(points);
  for (let k = 0; k < parents.length; k += 2) if (parents[k + 1] > 0) counts[parents[k]]++;
  const childWidth = counts.reduce((most, count) => Math.max(most, count), 1);
  const children = new Uint32Array(2 * childWidth * points);
  const next = Uint32Array.from(counts, (_, point) => 2 * childWidth * point);
  for (let i = 0; i < fine; i++) {
    for (let k = 2 * PARENTS * i; k < 2 * PARENTS * (i + 1); k += 2) {
      if (parents[k + 1] === 0) continue;
      children[next[parents[k]]++] = i;
      children[next[parents[k]]++] = parents[k + 1];
    }
  }
  return { children, childWidth };
}

/** The pattern of PᵀAP without its diagonal: J stands in the row of I if some a_ij joins a child of each. */
function dependencies(
  { width, neighbours }: Level,
  parents: Uint32Array,
  { children, childWidth }: Pick<Transfer, 'children' | 'childWidth'>,
  points: number,
): number[][] {
  const seenBy = new Int32Array(points).fill(-1);
  return Array.from({ length: points }, (_, point) => {
    const row: number[] = [];
    seenBy[point] = point;
    const see = (j: number) => {
      for (let k = 2 * PARENTS * j; k < 2 * PARENTS * (j + 1); k += 2) {
        if (parents[k + 1] === 0 || seenBy[parents[k]] === point) continue;
        seenBy[parents[k]] = point;
        row.push(parents[k]);
      }
    };
    for (let k = 2 * childWidth * point; k < 2 * childWidth * (point + 1); k += 2) {
      if (children[k + 1] === 0) continue;
      const i = children[k];
      see(i);
      for (let e = i * width; e < (i + 1) * width; e++) see(neighbours[e]);
    }
    return row.sort((a, b) => a - b);
  });
}

/** The lowest colour free among the neighbours: four where rows are 3×3 stencils, as those of structural springs. */
function sortByColour(rows: readonly (readonly number[])[]): { slotOf: Uint32Array; colours: Range[] } {
  const colourOf: number[] = [];
  const members: number[][] = [];
  rows.forEach((row, point) => {
    const taken = new Set(row.map((other) => colourOf[other]));
    let colour = 0;
    while (taken.has(colour)) colour++;
    colourOf[point] = colour;
    members[colour] ??= [];
    members[colour].push(point);
  });
  const slotOf = new Uint32Array(rows.length);
  let slot = 0;
  const colours = members.map((list): Range => {
    const first = slot;
    for (const point of list) slotOf[point] = slot++;
    return [first, slot];
  });
  return { slotOf, colours };
}

function levelOf(rows: readonly (readonly number[])[], slotOf: Uint32Array, colours: Range[]): Level {
  const longest = rows.reduce((most, { length }) => Math.max(most, length), 1);
  const width = 4 * Math.ceil(longest / 4);
  const neighbours = new Uint32Array(rows.length * width);
  rows.forEach((row, point) => {
    const at = slotOf[point] * width;
    neighbours.fill(slotOf[point], at, at + width);
    row.forEach((other, k) => {
      neighbours[at + k] = slotOf[other];
    });
  });
  return { points: rows.length, width, neighbours, colours };
}
