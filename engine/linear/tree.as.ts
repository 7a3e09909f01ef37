/**
 * The elimination tree and what follows from it, [Davis06] Davis: Direct Methods for Sparse Linear Systems, Ch. 4.
 *
 * The parent of column j is the row of the first entry below the diagonal of column j of L. Row i of L is nonzero
 * exactly on the paths from the nonzeros of row i of A up to i (the row subtree); all functions here walk those paths.
 */
import { get, set } from './lists.as';
import { filled, integers } from './room.as';

export const ROOT: u32 = 0xffffffff;
const NONE = ROOT;

export function inverse(size: u32, order: usize): usize {
  const rank = integers(size);
  for (let k: u32 = 0; k < size; k++) set(rank, get(order, k), k);
  return rank;
}

/** A pattern by rows, with the columns j < i of row i, and by columns, with the rows i > j of column j. */
@unmanaged
export class Rows {
  starts: usize;
  columns: usize;
  columnStarts: usize;
  rows: usize;
}

/** The pattern of P A Pᵀ below the diagonal; entries are those of A's pattern less its diagonal. */
export function permutedRows(size: u32, starts: usize, rows: usize, rank: usize, into: Rows): void {
  const rowStarts = filled(size + 1, 0);
  const columnStarts = filled(size + 1, 0);
  for (let j: u32 = 0; j < size; j++) {
    const b = get(rank, j);
    const end = get(starts, j + 1);
    for (let k = get(starts, j) + 1; k < end; k++) {
      const a = get(rank, get(rows, k));
      const row = max(a, b) + 1;
      const column = min(a, b) + 1;
      set(rowStarts, row, get(rowStarts, row) + 1);
      set(columnStarts, column, get(columnStarts, column) + 1);
    }
  }
  for (let i: u32 = 0; i < size; i++) {
    set(rowStarts, i + 1, get(rowStarts, i + 1) + get(rowStarts, i));
    set(columnStarts, i + 1, get(columnStarts, i + 1) + get(columnStarts, i));
  }
  const total = get(rowStarts, size);
  const columns = integers(total);
  const next = integers(size);
  memory.copy(next, rowStarts, (<usize>size) << 2);
  for (let j: u32 = 0; j < size; j++) {
    const b = get(rank, j);
    const end = get(starts, j + 1);
    for (let k = get(starts, j) + 1; k < end; k++) {
      const a = get(rank, get(rows, k));
      const row = max(a, b);
      const to = get(next, row);
      set(next, row, to + 1);
      set(columns, to, min(a, b));
    }
  }
  const below = integers(total);
  memory.copy(next, columnStarts, (<usize>size) << 2);
  for (let i: u32 = 0; i < size; i++) {
    const end = get(rowStarts, i + 1);
    for (let k = get(rowStarts, i); k < end; k++) {
      const j = get(columns, k);
      const to = get(next, j);
      set(next, j, to + 1);
      set(below, to, i);
    }
  }
  into.starts = rowStarts;
  into.columns = columns;
  into.columnStarts = columnStarts;
  into.rows = below;
}

/** The parent of every column, or ROOT. Paths are compressed as they are walked, [Davis06] Sec. 4.1. */
export function eliminationTree(size: u32, pattern: Rows): usize {
  const starts = pattern.starts;
  const columns = pattern.columns;
  const parent = filled(size, 0xff);
  // An ancestor, for path compression.
  const ancestor = filled(size, 0xff);
  for (let i: u32 = 0; i < size; i++) {
    const end = get(starts, i + 1);
    for (let k = get(starts, i); k < end; k++) {
      let j = get(columns, k);
      while (j != i) {
        const above = get(ancestor, j);
        set(ancestor, j, i);
        if (above == ROOT) {
          set(parent, j, i);
          break;
        }
        j = above;
      }
    }
  }
  return parent;
}

/**
 * Nonzeros of every column of L, the diagonal included, [Davis06] Sec. 4.4 and 4.5: column j has row i where j is in the row
 * subtree of i. So the count of j is the number of leaves of such subtrees below it, minus 1 wherever two paths from leaves join. These
 * are sums over the subtree of j. Taken in postorder, a column is a leaf of row i's subtree
 * if no leaf before it is among its descendants.
 */
export function columnCounts(size: u32, pattern: Rows, parent: usize): usize {
  const starts = pattern.columnStarts;
  const rows = pattern.rows;
  const counts = filled(size, 0);
  const post = postorder(size, parent, counts);
  // Index of the first descendant in postorder.
  const first = filled(size, 0xff);
  for (let k: u32 = 0; k < size; k++) {
    let j = get(post, k);
    if (get(first, j) == NONE) set(counts, j, 1);
    for (; j != ROOT && get(first, j) == NONE; j = get(parent, j)) set(first, j, k);
  }
  // For each row: the latest leaf of its subtree, and the `first` of that leaf; -1 if there is none.
  const leaf = filled(size, 0xff);
  const firstOfLeaf = filled(size, 0xff);
  const ancestor = integers(size);
  for (let j: u32 = 0; j < size; j++) set(ancestor, j, j);
  for (let k: u32 = 0; k < size; k++) {
    const j = get(post, k);
    const above = get(parent, j);
    if (above != ROOT) set(counts, above, get(counts, above) - 1);
    const own = <i32>get(first, j);
    const end = get(starts, j + 1);
    for (let m = get(starts, j); m < end; m++) {
      const i = get(rows, m);
      if (own <= <i32>get(firstOfLeaf, i)) continue;
      set(firstOfLeaf, i, own);
      set(counts, j, get(counts, j) + 1);
      const before = get(leaf, i);
      set(leaf, i, j);
      if (before == ROOT) continue;
      let meeting = before;
      for (let up = get(ancestor, meeting); up != meeting; up = get(ancestor, meeting)) meeting = up;
      set(counts, meeting, get(counts, meeting) - 1);
      for (let c = before; c != meeting; ) {
        const up = get(ancestor, c);
        set(ancestor, c, meeting);
        c = up;
      }
    }
    if (above != ROOT) set(ancestor, j, above);
  }
  for (let j: u32 = 0; j < size; j++) {
    const above = get(parent, j);
    if (above != ROOT) set(counts, above, get(counts, above) + get(counts, j));
  }
  return counts;
}

/**
 * A postorder of the columns: every subtree is consecutive and ends in its root, [Davis06] Sec. 4.3. Fill does not change.
 * Of several children the one with the longest column comes last, next to its parent: merging it with the parent costs the
 * fewest zeros.
 */
export function postorder(size: u32, parent: usize, counts: usize): usize {
  const firstChild = filled(size, 0xff);
  const sibling = filled(size, 0xff);
  const longest = filled(size, 0xff);
  for (let j = size; j-- > 0; ) {
    const p = get(parent, j);
    if (p == ROOT) continue;
    set(sibling, j, get(firstChild, p));
    set(firstChild, p, j);
    const best = get(longest, p);
    if (best == NONE || get(counts, j) > get(counts, best)) set(longest, p, j);
  }
  const order = integers(size);
  const stack = integers(size);
  let count: u32 = 0;
  for (let root: u32 = 0; root < size; root++) {
    if (get(parent, root) != ROOT) continue;
    let depth: u32 = 1;
    set(stack, 0, root);
    while (depth > 0) {
      const j = get(stack, depth - 1);
      let child = get(firstChild, j);
      if (child != NONE && child == get(longest, j)) {
        // Siblings come before the parent.
        const other = get(sibling, child);
        if (other != NONE) {
          set(sibling, child, get(sibling, other));
          set(sibling, other, child);
          set(firstChild, j, other);
          child = other;
        }
      }
      if (child == NONE) {
        set(order, count++, j);
        depth--;
      } else {
        set(firstChild, j, get(sibling, child));
        set(stack, depth++, child);
      }
    }
  }
  return order;
}
