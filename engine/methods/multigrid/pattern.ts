/** Sparsity pattern by level: the rows of P, its columns, the rows of PᵀAP and their colours. Values of operators are not part of it. */
import { emptyRows, type SpringRows } from '../../rows.ts';

/** Greatest number of coarse points that a fine point interpolates from. */
export const PARENTS = 4;

/**
 * Denominator of the shares of interpolation, which are whole numbers: they are exact in float32, and a row of P sums to exactly 1.
 * So constants are interpolated exactly, and the rows of coarse Laplacians sum to zero up to rounding.
 */
export const WHOLE = 65_536;

export type Range = readonly [first: number, end: number];

/** Points of a level, sorted by colour, and their rows as in a model: the point itself in an empty entry. */
export interface Level extends Pick<SpringRows, 'rows' | 'neighbours' | 'rowStarts'> {
  readonly points: number;
  /** Number of entries that are not empty. */
  readonly entries: number;
  readonly colours: readonly Range[];
}

/**
 * The entry of one point in the row of another: for each point a hash table of pairs (other, entry), its size a power of 2. After all
 * `tables` pairs follow the offsets of each point's table and row, as a pair; a last pair is the end of both.
 */
export interface Places {
  readonly tables: number;
  readonly pairs: Uint32Array;
}

/** Marks an empty pair. */
const NOBODY = 0xffff_ffff;

/** Entries that a table of `SMALL` pairs holds: rows of 3×3 stencils fill it. Larger tables are at most three quarters full. */
const SMALL = 8;

/**
 * A pair is stored at the other's number modulo the size of the table, or at the next free place, so that a search reads two or
 * three pairs. (With a linear search in rows of 60, `coarsen` takes twice as long.)
 */
function placesOf({ points, rowStarts, neighbours }: Level): Places {
  const starts = new Uint32Array(points + 1);
  for (let i = 0; i < points; i++) {
    let count = 0;
    for (let e = rowStarts[i]; e < rowStarts[i + 1] && neighbours[e] !== i; e++) count++;
    let size = 1;
    while (size < (count > SMALL ? (4 * count) / 3 : count)) size *= 2;
    starts[i + 1] = starts[i] + size;
  }
  const tables = starts[points];
  const pairs = new Uint32Array(2 * (tables + points + 1)).fill(NOBODY);
  for (let i = 0; i <= points; i++) {
    pairs[2 * (tables + i)] = starts[i];
    pairs[2 * (tables + i) + 1] = rowStarts[i];
  }
  for (let i = 0; i < points; i++) {
    const mask = starts[i + 1] - starts[i] - 1;
    for (let e = rowStarts[i]; e < rowStarts[i + 1] && neighbours[e] !== i; e++) {
      let k = neighbours[e] & mask;
      while (pairs[2 * (starts[i] + k)] !== NOBODY) k = (k + 1) & mask;
      pairs[2 * (starts[i] + k)] = neighbours[e];
      pairs[2 * (starts[i] + k) + 1] = e;
    }
  }
  return { tables, pairs };
}

/** The rows of P, interpolation from a level to the next finer one. */
export interface Interpolation {
  /** `PARENTS` pairs (coarse point, share) for each fine point; an empty pair has the share 0. */
  readonly parents: Uint32Array;
  /** For each parent, `PATHS` paths of `PATH` entries of the fine level's rows, which connect the point with it. */
  readonly links: Uint32Array;
}

/** Interpolation P between a level and the next coarser one, by rows and by columns. */
export interface Transfer extends Interpolation {
  /**
   * Pairs (fine point, share), coarse point by coarse point, `pairs` in all. After them follows a pair for each coarse point, whose first
   * number is the offset of its own pairs; a last one is the end.
   */
  readonly children: Uint32Array;
  readonly pairs: number;
  /** Those of the coarse level. */
  readonly places: Places;
}

/** Rows of any length: row i is entries[starts[i]] … entries[starts[i + 1] − 1]. */
export interface Rows {
  readonly starts: Uint32Array;
  readonly entries: Uint32Array;
}

/** The coarse level of the rows of P, which may number its points in any order; renumbers them by colour, in place. */
export function coarseLevel(fine: Level, { parents, links }: Interpolation, points: number) {
  const rows = dependencies(fine, parents, childrenOf(parents, points), points);
  const { slotOf, colours } = sortByColour(rows);
  for (let k = 0; k < parents.length; k += 2) if (parents[k + 1] > 0) parents[k] = slotOf[parents[k]];
  const level = levelOf(rows, slotOf, colours);
  const transfer: Transfer = { parents, links, ...childrenOf(parents, points), places: placesOf(level) };
  return { level, transfer, slotOf };
}

/** The columns of P. */
function childrenOf(parents: Uint32Array, points: number): Pick<Transfer, 'children' | 'pairs'> {
  const counts = new Uint32Array(points);
  for (let k = 0; k < parents.length; k += 2) if (parents[k + 1] > 0) counts[parents[k]]++;
  const pairs = counts.reduce((sum, count) => sum + count, 0);
  const children = new Uint32Array(2 * (pairs + points + 1));
  const next = new Uint32Array(points);
  for (let point = 0, at = 0; point <= points; at += counts[point++]) {
    children[2 * (pairs + point)] = at;
    if (point < points) next[point] = 2 * at;
  }
  for (let k = 0; k < parents.length; k += 2) {
    if (parents[k + 1] === 0) continue;
    const at = next[parents[k]];
    children[at] = Math.floor(k / (2 * PARENTS));
    children[at + 1] = parents[k + 1];
    next[parents[k]] = at + 2;
  }
  return { children, pairs };
}

/** The pattern of PᵀAP without its diagonal: row I has an entry J if some a_ij connects a child of I with a child of J. */
function dependencies(
  fine: Level,
  parents: Uint32Array,
  { children, pairs }: Pick<Transfer, 'children' | 'pairs'>,
  points: number,
): Rows {
  const reach = reachOf(fine, parents, points);
  const rows = new Collected(points, points);
  for (let point = 0; point < points; point++) {
    rows.leaveOut(point);
    const end = children[2 * (pairs + point + 1)];
    for (let k = children[2 * (pairs + point)]; k < end; k++) {
      const i = children[2 * k];
      for (let r = reach.starts[i]; r < reach.starts[i + 1]; r++) rows.add(reach.entries[r]);
    }
    rows.close();
    rows.entries.subarray(rows.starts[point], rows.starts[point + 1]).sort();
  }
  return rows;
}

/** The pattern of AP: the parents of each fine point and of its neighbours. */
function reachOf({ points: fine, rowStarts, neighbours }: Level, parents: Uint32Array, points: number): Rows {
  const rows = new Collected(fine, points);
  const addParents = (i: number) => {
    for (let k = 2 * PARENTS * i; k < 2 * PARENTS * (i + 1); k += 2)
      if (parents[k + 1] > 0) rows.add(parents[k]);
  };
  for (let i = 0; i < fine; i++) {
    addParents(i);
    for (let e = rowStarts[i]; e < rowStarts[i + 1]; e++) if (neighbours[e] !== i) addParents(neighbours[e]);
    rows.close();
  }
  return rows;
}

/** Builds rows one after the other, without duplicates in a row. */
class Collected implements Rows {
  readonly starts: Uint32Array;
  entries: Uint32Array;
  #row = 0;
  #end = 0;
  /** For each number, the last row that contained it, from 1. */
  readonly #seenBy: Uint32Array;

  constructor(rows: number, numbers: number) {
    this.starts = new Uint32Array(rows + 1);
    this.entries = new Uint32Array(8 * rows);
    this.#seenBy = new Uint32Array(numbers);
  }

  /** Excludes a number from the current row. */
  leaveOut(number: number): void {
    this.#seenBy[number] = this.#row + 1;
  }

  add(number: number): void {
    if (this.#seenBy[number] === this.#row + 1) return;
    this.#seenBy[number] = this.#row + 1;
    if (this.#end === this.entries.length) {
      const larger = new Uint32Array(2 * this.#end);
      larger.set(this.entries);
      this.entries = larger;
    }
    this.entries[this.#end++] = number;
  }

  /** Ends the current row. */
  close(): void {
    this.#row++;
    this.starts[this.#row] = this.#end;
  }
}

/** The lowest colour free among the neighbours: four where rows are 3×3 stencils, as those of structural springs. */
function sortByColour({ starts, entries }: Rows): { slotOf: Uint32Array; colours: Range[] } {
  const points = starts.length - 1;
  const colourOf = new Uint32Array(points);
  const sizes: number[] = [];
  /** takenBy[c] = i means that a neighbour of i has colour c. */
  const takenBy: number[] = [];
  for (let i = 0; i < points; i++) {
    for (let k = starts[i]; k < starts[i + 1]; k++) if (entries[k] < i) takenBy[colourOf[entries[k]]] = i;
    let colour = 0;
    while (takenBy[colour] === i) colour++;
    colourOf[i] = colour;
    sizes[colour] = (sizes[colour] ?? 0) + 1;
  }
  let end = 0;
  const colours = sizes.map((size): Range => {
    end += size;
    return [end - size, end];
  });
  const next = colours.map(([first]) => first);
  return { slotOf: Uint32Array.from(colourOf, (colour) => next[colour]++), colours };
}

function levelOf({ starts, entries }: Rows, slotOf: Uint32Array, colours: Range[]): Level {
  const points = slotOf.length;
  const counts = new Uint32Array(points);
  for (let i = 0; i < points; i++) counts[slotOf[i]] = starts[i + 1] - starts[i];
  const made = emptyRows(counts);
  const { neighbours, rowStarts } = made;
  for (let i = 0; i < points; i++) {
    let at = rowStarts[slotOf[i]];
    for (let k = starts[i]; k < starts[i + 1]; k++) neighbours[at++] = slotOf[entries[k]];
  }
  return { points, ...made, entries: starts[points], colours };
}
