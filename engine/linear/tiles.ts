/**
 * The layout of the factor for solves of x, y and z together. A panel of w columns and h rows (see `Symbolic`) is cut from the left
 * into one column where w is odd, two where w mod 4 > 1, and columns in fours; each piece has the rows from its own first
 * column on, less the diagonal, whose reciprocals are kept apart. Rows come in groups of four, the last being filled up with
 * zeros; a group is stored column after column:
 *
 *   one     rows below
 *   two     L_10 and three zeros, rows below
 *   fours   rows of the triangle up to the tile on the diagonal, rows below. Of a tile, L_rc is number 4 c + r
 *
 * One load reads four rows of a column, to be multiplied by x, y and z of a column of the right-hand side (forward) or of four rows
 * of it (backward).
 */
import type { Symbolic } from './factor.ts';

type Structure = Pick<Symbolic, 'size' | 'supernodes' | 'columns' | 'rowStarts' | 'rows'>;

const inFours = (count: number): number => (count + 3) & ~3;

/** Calls `see` for every number of a panel below the diagonal, with its row and column in the panel and its index in the tiles. */
export function eachTileEntry(
  width: number,
  height: number,
  start: number,
  see: (row: number, column: number, at: number) => void,
): void {
  let at = start;
  /** A group of rows, with its columns from `first` to `end`. */
  const group = (row: number, first: number, end: number) => {
    for (let c = first; c < end; c++)
      for (let r = Math.max(row, c + 1); r < Math.min(row + 4, height); r++)
        see(r, c, at + 4 * (c - first) + r - row);
    at += 4 * (end - first);
  };
  const [one, rest] = [width & 1, width & 3];
  if (one > 0) for (let row = 1; row < height; row += 4) group(row, 0, 1);
  if (rest > one) {
    see(one + 1, one, at);
    at += 4;
    for (let row = rest; row < height; row += 4) group(row, one, rest);
  }
  for (let row = rest; row < width; row += 4) group(row, rest, row + 4);
  for (let row = width; row < height; row += 4) group(row, rest, width);
}

/** supernodes + 1 offsets of the panels in the tiles. */
export function tileStarts({ supernodes, columns, rowStarts }: Structure): Uint32Array {
  const starts = new Uint32Array(supernodes + 1);
  for (let s = 0; s < supernodes; s++) {
    const width = columns[s + 1] - columns[s];
    const height = rowStarts[s + 1] - rowStarts[s];
    const [rest, fours] = [width & 3, width >> 2];
    const one = width & 1 ? inFours(height - 1) : 0;
    const two = width & 2 ? 4 + 2 * inFours(height - rest) : 0;
    starts[s + 1] = starts[s] + one + two + 8 * fours * (fours + 1) + 4 * fours * inFours(height - width);
  }
  return starts;
}

/** Rows of every panel. Each list is followed by three times the row after the last, which pads groups of four. */
export function tileRows({ supernodes, rowStarts, rows, size }: Structure): Uint32Array {
  const padded = new Uint32Array(rows.length + 3 * supernodes).fill(size);
  for (let s = 0; s < supernodes; s++)
    for (let k = rowStarts[s]; k < rowStarts[s + 1]; k++) padded[k + 3 * s] = rows[k];
  return padded;
}

/** Number of scratch vectors of a solve: three sums for every column of the widest panel. */
export function sumsOf({ supernodes, columns }: Structure): number {
  let widest = 0;
  for (let s = 0; s < supernodes; s++) widest = Math.max(widest, columns[s + 1] - columns[s]);
  return Math.max(1, 3 * (widest & ~3));
}
