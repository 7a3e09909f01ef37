/**
 * The dense arithmetic of the factorisation, on rows of one flat array. Every inner product runs along two rows, so
 * memory is read in order; tiles of 4 × 2 results use each number read more than once. The order of the sums depends
 * on the shapes alone: the same matrix gives the same bits. panel.as.ts computes the same in SIMD.
 */

/** The rows of a panel: their offsets in the panels, and their numbers as rows of L. */
export interface PanelRows {
  readonly l: Float64Array;
  readonly rows: Uint32Array;
  /** For each row of L, the offset in l of that row of the panel being formed. */
  readonly local: Uint32Array;
}

/**
 * C ← C − R Qᵀ for the lower trapezoid of C, C being part of the panel that is formed, from its column `column` on.
 * R are `height` rows of `depth` numbers, the first at l[at], `stride` apart; Q are the first `width` of them. They stand
 * for the rows rows[from] … of L, and that is where the result goes: row i of C has the columns of Q's rows 0 … min(i,
 * width − 1). Tiles at the diagonal spill above it, into entries that are never read.
 *
 * Arguments are flat because objects cost in a loop that runs for a few microseconds.
 */
export function subtractProducts(
  { l, rows, local }: PanelRows,
  column: number,
  from: number,
  at: number,
  stride: number,
  height: number,
  width: number,
  depth: number,
): void {
  let i = 0;
  for (; i + 4 <= height; i += 4) {
    const a0 = at + i * stride;
    const a1 = a0 + stride;
    const a2 = a1 + stride;
    const a3 = a2 + stride;
    const c0 = local[rows[from + i]] - column;
    const c1 = local[rows[from + i + 1]] - column;
    const c2 = local[rows[from + i + 2]] - column;
    const c3 = local[rows[from + i + 3]] - column;
    const columns = Math.min(width, i + 4);
    let j = 0;
    for (; j + 2 <= columns; j += 2) {
      const b0 = at + j * stride;
      const b1 = b0 + stride;
      let s00 = 0;
      let s01 = 0;
      let s10 = 0;
      let s11 = 0;
      let s20 = 0;
      let s21 = 0;
      let s30 = 0;
      let s31 = 0;
      for (let k = 0; k < depth; k++) {
        const x0 = l[b0 + k];
        const x1 = l[b1 + k];
        const y0 = l[a0 + k];
        s00 += y0 * x0;
        s01 += y0 * x1;
        const y1 = l[a1 + k];
        s10 += y1 * x0;
        s11 += y1 * x1;
        const y2 = l[a2 + k];
        s20 += y2 * x0;
        s21 += y2 * x1;
        const y3 = l[a3 + k];
        s30 += y3 * x0;
        s31 += y3 * x1;
      }
      const j0 = rows[from + j];
      const j1 = rows[from + j + 1];
      l[c0 + j0] -= s00;
      l[c0 + j1] -= s01;
      l[c1 + j0] -= s10;
      l[c1 + j1] -= s11;
      l[c2 + j0] -= s20;
      l[c2 + j1] -= s21;
      l[c3 + j0] -= s30;
      l[c3 + j1] -= s31;
    }
    for (; j < columns; j++) {
      const b0 = at + j * stride;
      let s0 = 0;
      let s1 = 0;
      let s2 = 0;
      let s3 = 0;
      for (let k = 0; k < depth; k++) {
        const x0 = l[b0 + k];
        s0 += l[a0 + k] * x0;
        s1 += l[a1 + k] * x0;
        s2 += l[a2 + k] * x0;
        s3 += l[a3 + k] * x0;
      }
      const j0 = rows[from + j];
      l[c0 + j0] -= s0;
      l[c1 + j0] -= s1;
      l[c2 + j0] -= s2;
      l[c3 + j0] -= s3;
    }
  }
  for (; i < height; i++) {
    const a0 = at + i * stride;
    const c0 = local[rows[from + i]] - column;
    const columns = Math.min(width, i + 1);
    for (let j = 0; j < columns; j++) {
      const b0 = at + j * stride;
      let sum = 0;
      for (let k = 0; k < depth; k++) sum += l[a0 + k] * l[b0 + k];
      l[c0 + rows[from + j]] -= sum;
    }
  }
}

/** Number of columns of a panel that are finished together. */
const BLOCK_COLUMNS = 4;

/**
 * A pivot at most this share of the original diagonal is rounding: n u of it, u = 2⁻⁵³, for rows of up to n = 2¹³
 * nonzeros. The matrix is then singular as far as float64 can tell.
 */
export const NEGLIGIBLE = 2 ** -40;

/**
 * Factors a panel in place; `from` is the offset of its rows in `rows`: the triangle of its first `width` rows becomes
 * its Cholesky factor T, the rows R below become R T⁻ᵀ; entries above the diagonal become zero. Blocked and
 * left-looking: a block of columns first takes the products of the columns before it, all rows at once, and is then
 * finished column by column.
 *
 * Takes the diagonal of A from reciprocals[column …] and leaves 1/L_jj there. A column whose pivot is not positive gets
 * the reciprocal 0 and no entries except the pivot itself: it takes part neither in later columns nor in a solve. Returns
 * the number of such pivots.
 */
export function factorPanel(
  panel: PanelRows,
  column: number,
  from: number,
  at: number,
  height: number,
  width: number,
  reciprocals: Float64Array,
): number {
  const { l } = panel;
  let failures = 0;
  for (let first = 0; first < width; first += BLOCK_COLUMNS) {
    const end = Math.min(first + BLOCK_COLUMNS, width);
    const rowAt = at + first * width;
    if (first > 0)
      subtractProducts(panel, column, from + first, rowAt, width, height - first, end - first, first);
    for (let j = first; j < end; j++) {
      const rowJ = at + j * width;
      let pivot = l[rowJ + j];
      for (let k = first; k < j; k++) pivot -= l[rowJ + k] * l[rowJ + k];
      const isPositive = pivot > NEGLIGIBLE * reciprocals[column + j] && pivot < Infinity;
      const root = isPositive ? Math.sqrt(pivot) : pivot;
      const reciprocal = isPositive ? 1 / root : 0;
      l[rowJ + j] = root;
      reciprocals[column + j] = reciprocal;
      if (!isPositive) failures++;
      for (let i = j + 1; i < height; i++) {
        const rowI = at + i * width;
        let sum = l[rowI + j];
        for (let k = first; k < j; k++) sum -= l[rowI + k] * l[rowJ + k];
        l[rowI + j] = isPositive ? sum * reciprocal : 0;
      }
    }
  }
  for (let r = 0; r < width; r++) l.fill(0, at + r * width + r + 1, at + (r + 1) * width);
  return failures;
}
