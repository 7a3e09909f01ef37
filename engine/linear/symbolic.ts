/**
 * Symbolic analysis: everything about P A Pᵀ = L Lᵀ that depends on the pattern alone, [Davis06] Ch. 4 and
 * Liu, Ng, Peyton: On finding supernodes for sparse matrix computations (1993).
 *
 * A supernode is a run of columns of L with the same rows below them. L is stored as one dense panel a supernode, so
 * that the inner loops of factorisation and solve run over dense rows:
 *
 *     columns   c ………… c + w − 1
 *     row c     ▙                  the w × w triangle; what stands above the diagonal is never read
 *     ⋮         ██▙
 *     row r     ████               the rows below, ascending; r need not follow the row before
 *     row r'    ████
 *
 * A panel is stored row by row: w consecutive numbers a row, rows one after the other, panels one after the other in
 * one flat array. Row r of the right-hand side is then one dot product per right-hand side, a row of L is read once
 * for all of them, and a SIMD version can keep (x, y, z, ·) in one register and broadcast the numbers of the row.
 */
import { InputError } from '../errors.ts';
import { minimumDegree } from './order.ts';
import type { Pattern } from './sparse.ts';
import {
  columnCounts,
  eliminationTree,
  inverse,
  permutedRows,
  postorder,
  ROOT,
  type RowPattern,
} from './tree.ts';

/** L: its order, supernodes and panels. */
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
  /** By column: its supernode. */
  readonly supernodeOf: Uint32Array;
}

export interface Symbolic extends FactorLayout {
  /** By entry of A's pattern: its place in the panels. */
  readonly places: Uint32Array;
}

export interface Analysis {
  /** The order of elimination; found by `minimumDegree` where none is given. */
  readonly order?: Int32Array;
  readonly amalgamation?: Amalgamation;
}

/** Analyses a pattern for any number of factorisations with other values. */
export function analyse(pattern: Pattern, options: Analysis = {}): Symbolic {
  const { size } = pattern;
  const wanted = options.order ?? minimumDegree(pattern);
  checkOrder(wanted, size);
  const wantedRows = permutedRows(pattern, wanted);
  const wantedParent = eliminationTree(wantedRows);
  const wantedCounts = columnCounts(wantedRows, wantedParent);
  // Postordering renumbers the tree and changes nothing else: no count has to be taken again.
  const post = postorder(wantedParent, wantedCounts);
  const rank = inverse(post);
  const order = new Uint32Array(size);
  const parent = new Int32Array(size);
  const counts = new Int32Array(size);
  let fill = 0;
  for (let k = 0; k < size; k++) {
    const above = wantedParent[post[k]];
    order[k] = wanted[post[k]];
    parent[k] = above === ROOT ? ROOT : rank[above];
    counts[k] = wantedCounts[post[k]];
    fill += counts[k];
  }
  const columns = amalgamate(fundamentalSupernodes(parent, counts), parent, counts, options.amalgamation);
  const panels = panelsOf(columns, wantedRows, post, rank, parent, counts);
  return { size, order, fill, ...panels, places: placesOf(pattern, order, panels) };
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

/**
 * The first columns of the fundamental supernodes and, at the end, the size: column j continues a supernode if it is
 * the parent and only child's parent of the column before, and has the same rows.
 */
export function fundamentalSupernodes(parent: Int32Array, counts: Int32Array): Uint32Array {
  const size = parent.length;
  const children = new Int32Array(size);
  for (let j = 0; j < size; j++) if (parent[j] !== ROOT) children[parent[j]]++;
  const columns: number[] = [];
  for (let j = 0; j < size; j++) {
    const continues = j > 0 && parent[j - 1] === j && counts[j - 1] === counts[j] + 1 && children[j] === 1;
    if (!continues) columns.push(j);
  }
  return Uint32Array.from([...columns, size]);
}

/** Supernodes up to `width` columns wide may hold up to `zeros` of their entries as explicit zeros. */
export type Amalgamation = readonly { readonly width: number; readonly zeros: number }[];

export const AMALGAMATION: Amalgamation = [
  { width: 4, zeros: 0.3 },
  { width: 16, zeros: 0.15 },
  { width: Infinity, zeros: 0.05 },
];

/**
 * Relaxed supernodes: merges a supernode with the one before it where that one is its child and the zeros this brings
 * are few. Wider panels are worth more than the zeros cost (Ashcraft, Grimes: The influence of relaxed supernode
 * partitions on the multifrontal method, 1989).
 */
export function amalgamate(
  fundamental: Uint32Array,
  parent: Int32Array,
  counts: Int32Array,
  limits: Amalgamation = AMALGAMATION,
): Uint32Array {
  /** Entries of a panel on and below the diagonal: `width` columns, the last with `count` entries. */
  const entries = (width: number, count: number) => width * (count - 1) + (width * (width + 1)) / 2;
  const allowed = (width: number) => limits.find((limit) => width <= limit.width)?.zeros ?? 0;
  /** Supernodes so far: the first column and the zeros of each. */
  const firsts: number[] = [];
  const zeros: number[] = [];
  for (let s = 0; s + 1 < fundamental.length; s++) {
    const last = fundamental[s + 1] - 1;
    let first = fundamental[s];
    let held = 0;
    while (firsts.length > 0 && parent[first - 1] >= first && parent[first - 1] <= last) {
      const childFirst = firsts[firsts.length - 1];
      const merged = entries(last + 1 - childFirst, counts[last]);
      const apart = entries(last + 1 - first, counts[last]) + entries(first - childFirst, counts[first - 1]);
      const together = merged - apart + held + zeros[zeros.length - 1];
      if (together > allowed(last + 1 - childFirst) * merged) break;
      first = childFirst;
      held = together;
      firsts.pop();
      zeros.pop();
    }
    firsts.push(first);
    zeros.push(held);
  }
  return Uint32Array.from([...firsts, parent.length]);
}

type Panels = Pick<Symbolic, 'supernodes' | 'columns' | 'rowStarts' | 'rows' | 'panelStarts' | 'supernodeOf'>;

/**
 * The rows of every panel, by walking each row's subtree over supernodes; they come out ascending. The nonzeros are those of the
 * order wanted, of which row post[i] has become the i-th.
 */
function panelsOf(
  columns: Uint32Array,
  { starts, columns: nonzeros }: RowPattern,
  post: Int32Array,
  rank: Int32Array,
  parent: Int32Array,
  counts: Int32Array,
): Panels {
  const size = parent.length;
  const supernodes = columns.length - 1;
  const supernodeOf = new Uint32Array(size);
  const rowStarts = new Uint32Array(supernodes + 1);
  const panelStarts = new Uint32Array(supernodes + 1);
  for (let s = 0; s < supernodes; s++) {
    for (let j = columns[s]; j < columns[s + 1]; j++) supernodeOf[j] = s;
    const width = columns[s + 1] - columns[s];
    const height = width + counts[columns[s + 1] - 1] - 1;
    rowStarts[s + 1] = rowStarts[s] + height;
    const end = panelStarts[s] + width * height;
    if (end > 0x7fffffff) tooLarge(size);
    panelStarts[s + 1] = end;
  }
  /** The supernode of the parent of each one's last column; of a root, none is asked for. */
  const above = new Int32Array(supernodes).fill(ROOT);
  for (let s = 0; s < supernodes; s++) {
    const p = parent[columns[s + 1] - 1];
    if (p !== ROOT) above[s] = supernodeOf[p];
  }
  const rows = new Uint32Array(rowStarts[supernodes]);
  const next = rowStarts.slice();
  const seenBy = new Int32Array(supernodes).fill(-1);
  for (let i = 0; i < size; i++) {
    const own = supernodeOf[i];
    seenBy[own] = i;
    rows[next[own]++] = i;
    for (let k = starts[post[i]]; k < starts[post[i] + 1]; k++) {
      for (let s = supernodeOf[rank[nonzeros[k]]]; seenBy[s] !== i; s = above[s]) {
        seenBy[s] = i;
        rows[next[s]++] = i;
      }
    }
  }
  return { supernodes, columns, rowStarts, rows, panelStarts, supernodeOf };
}

/** Where in the panels each entry of A goes: entries by the column of L they are in, and for each panel where its rows are. */
function placesOf(
  { size, starts, rows: rowsOfA }: Pattern,
  order: Uint32Array,
  { supernodes, columns, rowStarts, rows, panelStarts }: Panels,
): Uint32Array {
  const rank = inverse(order);
  const entries = rowsOfA.length;
  const rowOf = new Int32Array(entries);
  const columnStarts = new Int32Array(size + 1);
  for (let column = 0; column < size; column++) {
    for (let k = starts[column]; k < starts[column + 1]; k++) {
      const a = rank[rowsOfA[k]];
      const b = rank[column];
      rowOf[k] = Math.max(a, b);
      columnStarts[Math.min(a, b) + 1]++;
    }
  }
  for (let j = 0; j < size; j++) columnStarts[j + 1] += columnStarts[j];
  const entriesOf = new Int32Array(entries);
  const next = columnStarts.slice();
  for (let column = 0; column < size; column++)
    for (let k = starts[column]; k < starts[column + 1]; k++)
      entriesOf[next[Math.min(rank[rowsOfA[k]], rank[column])]++] = k;
  const places = new Uint32Array(entries);
  const local = new Int32Array(size);
  for (let s = 0; s < supernodes; s++) {
    const width = columns[s + 1] - columns[s];
    for (let r = rowStarts[s], at = panelStarts[s]; r < rowStarts[s + 1]; r++, at += width)
      local[rows[r]] = at;
    for (let j = columns[s]; j < columns[s + 1]; j++) {
      for (let k = columnStarts[j]; k < columnStarts[j + 1]; k++)
        places[entriesOf[k]] = local[rowOf[entriesOf[k]]] + j - columns[s];
    }
  }
  return places;
}
