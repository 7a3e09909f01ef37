/**
 * The layout of a sparse factor, P A Pᵀ = L Lᵀ, as `analyse` finds it from the pattern of A alone (analysis.ts).
 *
 * A supernode is a run of columns of L with the same rows below them. L is stored as one dense panel a supernode, so
 * that the inner loops of factorisation and solve run over dense rows:
 *
 *     columns   c ………… c + w − 1
 *     row c     ▙                  the w × w triangle; entries above the diagonal are never read
 *     ⋮         ██▙
 *     row r     ████               the rows below, ascending; r need not follow the row before
 *     row r'    ████
 *
 * A panel is stored row by row: w consecutive numbers a row, rows one after the other, panels one after the other in
 * one flat array. Row r of the right-hand side is then one dot product per right-hand side, a row of L is read once
 * for all of them, and a SIMD version can keep (x, y, z, ·) in one register and broadcast the numbers of the row.
 */
import { InputError } from '../errors.ts';

/**
 * The pattern of a symmetric matrix: its lower triangle, column by column. The rows of column j are rows[starts[j]] …
 * rows[starts[j + 1] − 1], ascending. The diagonal always comes first, so that it is found without a search.
 */
export interface Pattern {
  readonly size: number;
  /** size + 1 offsets into `rows`. */
  readonly starts: Int32Array;
  readonly rows: Int32Array;
}

export interface PatternOfPairs {
  readonly pattern: Pattern;
  /** For each pair, its entry in the pattern, so that values can be updated without a search. */
  readonly places: Int32Array;
}

/** The factor L: its order, supernodes and panels. */
export interface FactorLayout {
  readonly size: number;
  /** order[k] is the row and column of A that becomes the k-th of L. */
  readonly order: Uint32Array;
  /** Nonzeros of L, the diagonal included, before supernodes are amalgamated. */
  readonly fill: number;

  readonly supernodes: number;
  /** supernodes + 1: the first column of each; the width of supernode s is columns[s + 1] − columns[s]. */
  readonly columns: Uint32Array;
  /** supernodes + 1 offsets into `rows`. */
  readonly rowStarts: Uint32Array;
  /** The rows of every panel, ascending, the supernode's own columns first. */
  readonly rows: Uint32Array;
  /** supernodes + 1 offsets into the panels. */
  readonly panelStarts: Uint32Array;
  /** For each column, its supernode. */
  readonly supernodeOf: Uint32Array;
}

export interface Symbolic extends FactorLayout {
  /** For each entry of A's pattern, its position in the panels. */
  readonly places: Uint32Array;
}

/** The analysis of A, and the positions of its values in the panels. */
export interface SpringAnalysis {
  readonly symbolic: FactorLayout;
  /** For each spring, the position of the entry between its ends. */
  readonly springPlaces: Uint32Array;
  /** For each slot, the position of the diagonal. */
  readonly diagonalPlaces: Uint32Array;
}

export function checkPairs(size: number, pairs: ArrayLike<number>): void {
  for (let k = 0; k < pairs.length; k++)
    if (!(pairs[k] >= 0 && pairs[k] < size)) throw new InputError('pairs', pairs[k], `indices below ${size}`);
}

export function checkOrder(order: Int32Array, size: number): void {
  const seen = new Uint8Array(size);
  for (let k = 0; k < order.length; k++) if (order[k] >= 0 && order[k] < size) seen[order[k]] = 1;
  if (order.length !== size || seen.includes(0))
    throw new InputError('order', order, `every number below ${size} once`);
}

export function tooLarge(size: number): never {
  throw new RangeError(`the factor of ${size} columns has over 2³¹ entries`);
}
