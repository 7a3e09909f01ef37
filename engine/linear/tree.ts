/**
 * The elimination tree and what is read off it, [Davis06] Davis: Direct Methods for Sparse Linear Systems, Ch. 4.
 *
 * The parent of column j is the row of the first entry below the diagonal of column j of L. Row i of L is nonzero
 * exactly on the paths from the nonzeros of row i of A up to i (the row subtree); all functions here walk those paths.
 */
import type { Pattern } from './sparse.ts';

export const ROOT = -1;

/** A pattern row by row: the columns below the diagonal, j < i, of row i. */
export interface RowPattern {
  readonly starts: Int32Array;
  readonly columns: Int32Array;
}

/** The pattern of P A Pᵀ row by row; order[k] is the row of A that becomes the k-th. */
export function permutedRows({ size, starts, rows }: Pattern, order: Int32Array | Uint32Array): RowPattern {
  const rank = inverse(order);
  const rowStarts = new Int32Array(size + 1);
  for (let j = 0; j < size; j++) {
    const b = rank[j];
    for (let k = starts[j] + 1; k < starts[j + 1]; k++) rowStarts[Math.max(rank[rows[k]], b) + 1]++;
  }
  for (let i = 0; i < size; i++) rowStarts[i + 1] += rowStarts[i];
  const columns = new Int32Array(rowStarts[size]);
  const next = rowStarts.slice();
  for (let j = 0; j < size; j++) {
    const b = rank[j];
    for (let k = starts[j] + 1; k < starts[j + 1]; k++) {
      const a = rank[rows[k]];
      if (a > b) columns[next[a]++] = b;
      else columns[next[b]++] = a;
    }
  }
  return { starts: rowStarts, columns };
}

/** The same column by column: the rows i > j of column j. */
function transposed({ starts, columns }: RowPattern): { starts: Int32Array; rows: Int32Array } {
  const size = starts.length - 1;
  const columnStarts = new Int32Array(size + 1);
  for (let k = 0; k < columns.length; k++) columnStarts[columns[k] + 1]++;
  for (let j = 0; j < size; j++) columnStarts[j + 1] += columnStarts[j];
  const rows = new Int32Array(columns.length);
  const next = columnStarts.slice();
  for (let i = 0; i < size; i++) for (let k = starts[i]; k < starts[i + 1]; k++) rows[next[columns[k]]++] = i;
  return { starts: columnStarts, rows };
}

export function inverse(order: Int32Array | Uint32Array): Int32Array {
  const rank = new Int32Array(order.length);
  for (let k = 0; k < order.length; k++) rank[order[k]] = k;
  return rank;
}

/** The parent of every column, ROOT where it has none. Paths are shortened as they are walked, [Davis06] Sec. 4.1. */
export function eliminationTree({ starts, columns }: RowPattern): Int32Array {
  const size = starts.length - 1;
  const parent = new Int32Array(size).fill(ROOT);
  /** Some column further up the path, to jump to. */
  const ancestor = new Int32Array(size).fill(ROOT);
  for (let i = 0; i < size; i++) {
    for (let k = starts[i]; k < starts[i + 1]; k++) {
      let j = columns[k];
      while (j !== i) {
        const above = ancestor[j];
        ancestor[j] = i;
        if (above === ROOT) {
          parent[j] = i;
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
 * subtree of i. So j counts 1 for every leaf of such a subtree below it, less 1 where two paths from leaves meet: sums over
 * its own subtree, which are gathered from what each column adds. Taken in postorder, a column is a leaf of row i's subtree
 * if no leaf before it is among its descendants.
 */
export function columnCounts(pattern: RowPattern, parent: Int32Array): Int32Array {
  const size = parent.length;
  const { starts, rows } = transposed(pattern);
  const counts = new Int32Array(size);
  const post = postorder(parent, counts);
  /** When its first descendant comes in postorder. */
  const first = new Int32Array(size).fill(-1);
  for (let k = 0; k < size; k++) {
    let j = post[k];
    if (first[j] < 0) counts[j] = 1;
    for (; j !== ROOT && first[j] < 0; j = parent[j]) first[j] = k;
  }
  /** By row: the latest leaf of its subtree, and `first` of it. */
  const leaf = new Int32Array(size).fill(ROOT);
  const firstOfLeaf = new Int32Array(size).fill(-1);
  /** Some column further up the path; what has no parent, or has not come yet, leads to itself. */
  const ancestor = new Int32Array(size);
  for (let j = 0; j < size; j++) ancestor[j] = j;
  for (let k = 0; k < size; k++) {
    const j = post[k];
    if (parent[j] !== ROOT) counts[parent[j]]--;
    for (let m = starts[j]; m < starts[j + 1]; m++) {
      const i = rows[m];
      if (first[j] <= firstOfLeaf[i]) continue;
      firstOfLeaf[i] = first[j];
      counts[j]++;
      const before = leaf[i];
      leaf[i] = j;
      if (before === ROOT) continue;
      let meeting = before;
      while (meeting !== ancestor[meeting]) meeting = ancestor[meeting];
      counts[meeting]--;
      for (let c = before; c !== meeting; ) {
        const above = ancestor[c];
        ancestor[c] = meeting;
        c = above;
      }
    }
    if (parent[j] !== ROOT) ancestor[j] = parent[j];
  }
  for (let j = 0; j < size; j++) if (parent[j] !== ROOT) counts[parent[j]] += counts[j];
  return counts;
}

/**
 * The columns so that every subtree is consecutive and ends in its root, [Davis06] Sec. 4.3. Fill does not change.
 * Of several children the one with the longest column comes last, next to its parent: it is the one that costs the
 * fewest zeros to merge with it.
 */
export function postorder(parent: Int32Array, counts: Int32Array): Int32Array {
  const size = parent.length;
  const firstChild = new Int32Array(size).fill(ROOT);
  const sibling = new Int32Array(size).fill(ROOT);
  const longest = new Int32Array(size).fill(ROOT);
  for (let j = size - 1; j >= 0; j--) {
    const p = parent[j];
    if (p === ROOT) continue;
    sibling[j] = firstChild[p];
    firstChild[p] = j;
    if (longest[p] === ROOT || counts[j] > counts[longest[p]]) longest[p] = j;
  }
  const order = new Int32Array(size);
  const stack = new Int32Array(size);
  let count = 0;
  for (let root = 0; root < size; root++) {
    if (parent[root] !== ROOT) continue;
    let depth = 0;
    stack[0] = root;
    while (depth >= 0) {
      const j = stack[depth];
      let child = firstChild[j];
      if (child !== ROOT && child === longest[j]) {
        // Let a sibling go first as long as there is one.
        const other = sibling[child];
        if (other !== ROOT) {
          sibling[child] = sibling[other];
          sibling[other] = child;
          firstChild[j] = other;
          child = other;
        }
      }
      if (child === ROOT) {
        order[count++] = j;
        depth--;
      } else {
        firstChild[j] = sibling[child];
        stack[++depth] = child;
      }
    }
  }
  return order;
}
