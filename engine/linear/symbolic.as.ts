/**
 * Symbolic analysis: everything about P A Pᵀ = L Lᵀ that depends on the pattern alone, [Davis06] Ch. 4 and
 * [LNP93] Liu, Ng, Peyton: On finding supernodes for sparse matrix computations (1993). factor.ts describes the result.
 */
import { get, set } from './lists.as';
import { filled, integers } from './room.as';
import { columnCounts, eliminationTree, inverse, permutedRows, postorder, ROOT, Rows } from './tree.as';

/** The result of `analyse`: addresses, and the number of supernodes. */
@unmanaged
export class SymbolicLists {
  fill: f64;
  order: usize;
  columns: usize;
  rowStarts: usize;
  rows: usize;
  panelStarts: usize;
  supernodeOf: usize;
  places: usize;
  supernodes: u32;
}

const found = changetype<SymbolicLists>(memory.data(40, 8));
const permuted = changetype<Rows>(memory.data(16, 4));

/** Greatest number of entries of a factor that an index can hold. */
const MOST: u64 = 0x7fffffff;

/**
 * `wanted` is the order of elimination: every number below `size` once. `relaxation` scales the share of explicit zeros that
 * supernodes may hold; 1 is the default, 0 stores the nonzeros of L alone. Null where the factor has too many entries.
 */
export function analyse(
  size: u32,
  starts: usize,
  rows: usize,
  wanted: usize,
  relaxation: f64,
): SymbolicLists | null {
  permutedRows(size, starts, rows, inverse(size, wanted), permuted);
  const wantedParent = eliminationTree(size, permuted);
  const wantedCounts = columnCounts(size, permuted, wantedParent);
  const post = postorder(size, wantedParent, wantedCounts);
  // Postordering renumbers the tree and changes nothing else, so the counts stay valid.
  const rank = inverse(size, post);
  const order = integers(size);
  const parent = integers(size);
  const counts = integers(size);
  let fill: f64 = 0;
  for (let k: u32 = 0; k < size; k++) {
    const j = get(post, k);
    const above = get(wantedParent, j);
    const count = get(wantedCounts, j);
    set(order, k, get(wanted, j));
    set(parent, k, above == ROOT ? ROOT : get(rank, above));
    set(counts, k, count);
    fill += <f64>count;
  }
  found.order = order;
  found.fill = fill;
  found.columns = integers(size + 1);
  const fundamental = integers(size + 1);
  const count = fundamentalSupernodes(size, parent, counts, fundamental);
  found.supernodes = amalgamate(size, fundamental, count, parent, counts, found.columns, relaxation);
  if (!measurePanels(size, parent, counts)) return null;
  fillRows(size, post, parent);
  found.places = placesOf(size, starts, rows, order);
  return found;
}

/**
 * The first columns of the fundamental supernodes and, at the end, the size: column j continues a supernode if it is
 * the parent of the column before, has no other child, and has the same rows. Returns their number.
 */
function fundamentalSupernodes(size: u32, parent: usize, counts: usize, columns: usize): u32 {
  const children = filled(size, 0);
  for (let j: u32 = 0; j < size; j++) {
    const p = get(parent, j);
    if (p != ROOT) set(children, p, get(children, p) + 1);
  }
  let found: u32 = 0;
  for (let j: u32 = 0; j < size; j++) {
    const continues =
      j > 0 && get(parent, j - 1) == j && get(counts, j - 1) == get(counts, j) + 1 && get(children, j) == 1;
    if (!continues) set(columns, found++, j);
  }
  set(columns, found, size);
  return found;
}

/** Entries of a panel on and below the diagonal: `width` columns, the last with `count` entries. */
function entries(width: u32, count: u32): f64 {
  const w = <f64>width;
  return w * (<f64>count - 1) + (w * (w + 1)) / 2;
}

/** The share of its entries that a supernode of this width may hold as explicit zeros. */
function allowed(width: u32): f64 {
  return width <= 4 ? 0.3 : width <= 16 ? 0.15 : 0.05;
}

/**
 * Relaxed supernodes: merges a supernode with the one before it if that one is its child and the merge adds few explicit zeros. Wider
 * panels gain more than the zeros cost, [AG89] Ashcraft, Grimes: The influence of relaxed supernode
 * partitions on the multifrontal method (1989). Returns the number of supernodes.
 */
function amalgamate(
  size: u32,
  fundamental: usize,
  given: u32,
  parent: usize,
  counts: usize,
  firsts: usize,
  relaxation: f64,
): u32 {
  const zeros = integers(2 * given);
  let supernodes: u32 = 0;
  for (let s: u32 = 0; s < given; s++) {
    const last = get(fundamental, s + 1) - 1;
    let first = get(fundamental, s);
    let held: f64 = 0;
    while (supernodes > 0) {
      const above = get(parent, first - 1);
      if (above == ROOT || above < first || above > last) break;
      const childFirst = get(firsts, supernodes - 1);
      const merged = entries(last + 1 - childFirst, get(counts, last));
      const apart =
        entries(last + 1 - first, get(counts, last)) + entries(first - childFirst, get(counts, first - 1));
      const together = merged - apart + held + load<f64>(zeros + ((<usize>supernodes - 1) << 3));
      if (together > relaxation * allowed(last + 1 - childFirst) * merged) break;
      first = childFirst;
      held = together;
      supernodes--;
    }
    set(firsts, supernodes, first);
    store<f64>(zeros + ((<usize>supernodes) << 3), held);
    supernodes++;
  }
  set(firsts, supernodes, size);
  return supernodes;
}

/** Computes the offsets of rows and panels; false if the factor is too large. */
function measurePanels(size: u32, parent: usize, counts: usize): bool {
  const supernodes = found.supernodes;
  const columns = found.columns;
  const supernodeOf = integers(size);
  const rowStarts = integers(supernodes + 1);
  const panelStarts = integers(supernodes + 1);
  let row: u32 = 0;
  let place: u64 = 0;
  for (let s: u32 = 0; s < supernodes; s++) {
    const first = get(columns, s);
    const end = get(columns, s + 1);
    for (let j = first; j < end; j++) set(supernodeOf, j, s);
    set(rowStarts, s, row);
    set(panelStarts, s, <u32>place);
    const width = end - first;
    const height = width + get(counts, end - 1) - 1;
    row += height;
    place += <u64>width * <u64>height;
    if (place > MOST) return false;
  }
  set(rowStarts, supernodes, row);
  set(panelStarts, supernodes, <u32>place);
  found.supernodeOf = supernodeOf;
  found.rowStarts = rowStarts;
  found.panelStarts = panelStarts;
  return true;
}

/** The rows of every panel, by walking each row's subtree over supernodes; the result is ascending. */
function fillRows(size: u32, post: usize, parent: usize): void {
  const supernodes = found.supernodes;
  const supernodeOf = found.supernodeOf;
  const columns = found.columns;
  const above = filled(supernodes, 0xff);
  for (let s: u32 = 0; s < supernodes; s++) {
    const p = get(parent, get(columns, s + 1) - 1);
    if (p != ROOT) set(above, s, get(supernodeOf, p));
  }
  const rows = integers(get(found.rowStarts, supernodes));
  const next = integers(supernodes);
  memory.copy(next, found.rowStarts, (<usize>supernodes) << 2);
  const seenBy = filled(supernodes, 0xff);
  /** For each column of the requested order. */
  const home = integers(size);
  for (let k: u32 = 0; k < size; k++) set(home, get(post, k), get(supernodeOf, k));
  const starts = permuted.starts;
  const nonzeros = permuted.columns;
  for (let i: u32 = 0; i < size; i++) {
    const own = get(supernodeOf, i);
    set(seenBy, own, i);
    append(rows, next, own, i);
    const row = get(post, i);
    const end = get(starts, row + 1);
    for (let k = get(starts, row); k < end; k++) {
      for (let s = get(home, get(nonzeros, k)); get(seenBy, s) != i; s = get(above, s)) {
        set(seenBy, s, i);
        append(rows, next, s, i);
      }
    }
  }
  found.rows = rows;
}

function append(rows: usize, next: usize, s: u32, i: u32): void {
  const to = get(next, s);
  set(next, s, to + 1);
  set(rows, to, i);
}

/** The position in the panels of each entry of A. */
function placesOf(size: u32, starts: usize, rowsOfA: usize, order: usize): usize {
  const rank = inverse(size, order);
  const total = get(starts, size);
  const rowOf = integers(total);
  const columnOf = integers(total);
  const columnStarts = filled(size + 1, 0);
  for (let column: u32 = 0; column < size; column++) {
    const b = get(rank, column);
    const end = get(starts, column + 1);
    for (let k = get(starts, column); k < end; k++) {
      const a = get(rank, get(rowsOfA, k));
      const least = min(a, b);
      set(rowOf, k, max(a, b));
      set(columnOf, k, least);
      set(columnStarts, least + 1, get(columnStarts, least + 1) + 1);
    }
  }
  for (let j: u32 = 0; j < size; j++)
    set(columnStarts, j + 1, get(columnStarts, j + 1) + get(columnStarts, j));
  const entriesOf = integers(total);
  const next = integers(size);
  memory.copy(next, columnStarts, (<usize>size) << 2);
  for (let k: u32 = 0; k < total; k++) append(entriesOf, next, get(columnOf, k), k);
  const places = integers(total);
  const local = integers(size);
  for (let s: u32 = 0; s < found.supernodes; s++) {
    const first = get(found.columns, s);
    const end = get(found.columns, s + 1);
    const stop = get(found.rowStarts, s + 1);
    for (let r = get(found.rowStarts, s), at = get(found.panelStarts, s); r < stop; r++, at += end - first)
      set(local, get(found.rows, r), at);
    for (let k = get(columnStarts, first), last = get(columnStarts, end); k < last; k++) {
      const entry = get(entriesOf, k);
      set(places, entry, get(local, get(rowOf, entry)) + get(columnOf, entry) - first);
    }
  }
  return places;
}
