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
  const each = (visit: (i: number, j: number) => void) => {
    for (let j = 0; j < size; j++) {
      for (let k = starts[j] + 1; k < starts[j + 1]; k++) {
        const a = rank[rows[k]];
        const b = rank[j];
        if (a > b) visit(a, b);
        else visit(b, a);
      }
    }
  };
  each((i) => {
    rowStarts[i + 1]++;
  });
  for (let i = 0; i < size; i++) rowStarts[i + 1] += rowStarts[i];
  const columns = new Int32Array(rowStarts[size]);
  const next = rowStarts.slice();
  each((i, j) => {
    columns[next[i]++] = j;
  });
  return { starts: rowStarts, columns };
}

export function inverse(order: Int32Array | Uint32Array): Int32Array {
  const rank = new Int32Array(order.length);
  order.forEach((item, k) => {
    rank[item] = k;
  });
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
 * Nonzeros of every column of L, the diagonal included. Walks every row subtree, so it takes a step per nonzero of L;
 * the nearly linear algorithm of [Davis06] Sec. 4.5 would save a few percent of what the factorisation takes.
 */
export function columnCounts({ starts, columns }: RowPattern, parent: Int32Array): Int32Array {
  const size = parent.length;
  const counts = new Int32Array(size).fill(1);
  const seenBy = new Int32Array(size).fill(-1);
  for (let i = 0; i < size; i++) {
    seenBy[i] = i;
    for (let k = starts[i]; k < starts[i + 1]; k++) {
      for (let j = columns[k]; seenBy[j] !== i; j = parent[j]) {
        seenBy[j] = i;
        counts[j]++;
      }
    }
  }
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
