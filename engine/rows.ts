/** Rows of what a particle is joined to: its springs, or any list of pairs, and its triangles. */

/** Entries per group: rows are as long as a multiple of this, so that kernels take four entries at once. */
const GROUP = 4;

export interface SpringRows {
  /**
   * What kernels read: the entries of all rows, `neighbours`, and behind them where each row begins, `rowStarts`. One buffer,
   * because kernels that read rows have seven or eight buffers already, and a GPU binds no more than eight. Against rows of one
   * width for all (10,000 particles, EPYC, Node 20), times of a step: 0.88 on a triangle mesh, 1.02 on a net of rows of four,
   * 1.06 with Jacobi's sweeps on the mesh.
   */
  readonly rows: Uint32Array;
  /** By slot: the slot at the other end of each spring; the particle's own slot in an empty entry. */
  readonly neighbours: Uint32Array;
  /** By slot: its first entry in `neighbours` and `springOf`. One number more than there are particles: the last is the end. */
  readonly rowStarts: Uint32Array;
  /** By entry: the spring; 0 in an empty one. */
  readonly springOf: Uint32Array;
}

export interface CornerRows {
  /** By slot: where its adjacent triangles begin in `cornerTriangles`. One number more than there are particles: the last is the end. */
  readonly cornerStarts: Uint32Array;
  /** Two for each adjacent triangle: its other two corners, as slots, in turning order. No entry is empty. */
  readonly corners: Uint32Array;
  /** Which triangles these are. */
  readonly cornerTriangles: Uint32Array;
}

/** Entries that so many take: whole groups, and one group at least. */
const padded = (count: number): number => GROUP * Math.max(1, Math.ceil(count / GROUP));

/** How often every particle is named. */
function countsIn(slots: Uint32Array, particles: number): Uint32Array {
  const counts = new Uint32Array(particles);
  for (let k = 0; k < slots.length; k++) counts[slots[k]]++;
  return counts;
}

/**
 * Rows of so many entries, padded to whole groups and one group at least, all empty: every entry names its row. Behind them
 * where each row begins, and the end.
 */
export function emptyRows(counts: ArrayLike<number>): Pick<SpringRows, 'rows' | 'neighbours' | 'rowStarts'> {
  let entries = 0;
  for (let row = 0; row < counts.length; row++) entries += padded(counts[row]);
  const rows = new Uint32Array(entries + counts.length + 1);
  for (let row = 0, at = 0; row < counts.length; row++) {
    rows[entries + row] = at;
    for (const end = at + padded(counts[row]); at < end; at++) rows[at] = row;
  }
  rows[entries + counts.length] = entries;
  return { rows, neighbours: rows.subarray(0, entries), rowStarts: rows.subarray(entries) };
}

/** The partners of every particle in a list of pairs, two slots each, and the numbers of those pairs. */
export function springRows(particles: number, ends: Uint32Array): SpringRows {
  const counts = countsIn(ends, particles);
  const { rows, neighbours, rowStarts } = emptyRows(counts);
  const springOf = new Uint32Array(neighbours.length);
  const next = rowStarts.slice();
  for (let k = 0; k < ends.length; k++) {
    const at = next[ends[k]]++;
    neighbours[at] = ends[k ^ 1];
    springOf[at] = k >> 1;
  }
  return { rows, neighbours, rowStarts, springOf };
}
/** The other two corners of every particle's triangles, in turning order. A spare has a row as long as its particle's. */
export function cornerRows(
  particles: number,
  triangles: Uint32Array,
  spares: readonly (readonly [slot: number, spare: number])[],
): CornerRows {
  const counts = countsIn(triangles, particles);
  // Any of a particle's triangles may come to be its spare's.
  for (const [slot, spare] of spares) counts[spare] = counts[slot];
  const cornerStarts = new Uint32Array(particles + 1);
  for (let slot = 0; slot < particles; slot++) cornerStarts[slot + 1] = cornerStarts[slot] + counts[slot];
  const corners = new Uint32Array(2 * cornerStarts[particles]);
  const cornerTriangles = new Uint32Array(cornerStarts[particles]);
  const next = cornerStarts.slice();
  for (let k = 0; k < triangles.length; k++) {
    const triangle = k - (k % 3);
    const at = next[triangles[k]]++;
    cornerTriangles[at] = triangle / 3;
    corners[2 * at] = triangles[triangle + ((k + 1) % 3)];
    corners[2 * at + 1] = triangles[triangle + ((k + 2) % 3)];
  }
  for (const [slot, spare] of spares) {
    const [from, end] = [cornerStarts[slot], cornerStarts[slot + 1]];
    corners.copyWithin(2 * cornerStarts[spare], 2 * from, 2 * end);
    cornerTriangles.copyWithin(cornerStarts[spare], from, end);
  }
  return { cornerStarts, corners, cornerTriangles };
}
