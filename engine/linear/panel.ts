/**
 * The dense arithmetic of the factorisation, on rows of flat arrays. Every inner product runs along two rows, so
 * memory is read in order; tiles of 4 × 2 results use each number read more than once. The order of the sums depends
 * on the shapes alone: the same matrix gives the same bits.
 */

/**
 * C ← C − A Bᵀ for the lower trapezoid of C: row i of C (of `height`) has columns 0 … min(i, width − 1).
 * A has `height` rows and B `width` rows, of `depth` numbers. Tiles at the diagonal spill above it, into entries
 * that are never read.
 *
 * Arguments are flat because objects cost in a loop that runs for a few microseconds.
 */
export function subtractProducts(
  c: Float64Array,
  cAt: number,
  cStride: number,
  l: Float64Array,
  aAt: number,
  bAt: number,
  stride: number,
  height: number,
  width: number,
  depth: number,
): void {
  let i = 0;
  for (; i + 4 <= height; i += 4) {
    const a0 = aAt + i * stride;
    const a1 = a0 + stride;
    const a2 = a1 + stride;
    const a3 = a2 + stride;
    const c0 = cAt + i * cStride;
    const c1 = c0 + cStride;
    const c2 = c1 + cStride;
    const c3 = c2 + cStride;
    const columns = Math.min(width, i + 4);
    let j = 0;
    for (; j + 2 <= columns; j += 2) {
      const b0 = bAt + j * stride;
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
      c[c0 + j] -= s00;
      c[c0 + j + 1] -= s01;
      c[c1 + j] -= s10;
      c[c1 + j + 1] -= s11;
      c[c2 + j] -= s20;
      c[c2 + j + 1] -= s21;
      c[c3 + j] -= s30;
      c[c3 + j + 1] -= s31;
    }
    for (; j < columns; j++) {
      const b0 = bAt + j * stride;
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
      c[c0 + j] -= s0;
      c[c1 + j] -= s1;
      c[c2 + j] -= s2;
      c[c3 + j] -= s3;
    }
  }
  for (; i < height; i++) {
    const a0 = aAt + i * stride;
    const c0 = cAt + i * cStride;
    const columns = Math.min(width, i + 1);
    for (let j = 0; j < columns; j++) {
      const b0 = bAt + j * stride;
      let sum = 0;
      for (let k = 0; k < depth; k++) sum += l[a0 + k] * l[b0 + k];
      c[c0 + j] -= sum;
    }
  }
}

/** Columns of a panel that are finished together. */
const BLOCK_COLUMNS = 4;

/**
 * Factors a panel in place: the triangle of its first `width` rows becomes its Cholesky factor T, the rows R below
 * become R T⁻ᵀ. Blocked and left-looking: a block of columns first takes the products of the columns before it, all
 * rows at once, and is then finished column by column.
 *
 * Writes 1/L_jj to reciprocals[column …]. Returns the first local column whose pivot is not positive, or −1.
 */
export function factorPanel(
  l: Float64Array,
  at: number,
  height: number,
  width: number,
  reciprocals: Float64Array,
  column: number,
): number {
  for (let first = 0; first < width; first += BLOCK_COLUMNS) {
    const end = Math.min(first + BLOCK_COLUMNS, width);
    if (first > 0) {
      const from = at + first * width;
      subtractProducts(l, from + first, width, l, from, from, width, height - first, end - first, first);
    }
    for (let j = first; j < end; j++) {
      const rowJ = at + j * width;
      let pivot = l[rowJ + j];
      for (let k = first; k < j; k++) pivot -= l[rowJ + k] * l[rowJ + k];
      if (!(pivot > 0 && pivot < Infinity)) {
        reciprocals[column + j] = pivot;
        return j;
      }
      const root = Math.sqrt(pivot);
      l[rowJ + j] = root;
      const reciprocal = 1 / root;
      reciprocals[column + j] = reciprocal;
      for (let i = j + 1; i < height; i++) {
        const rowI = at + i * width;
        let sum = l[rowI + j];
        for (let k = first; k < j; k++) sum -= l[rowI + k] * l[rowJ + k];
        l[rowI + j] = sum * reciprocal;
      }
    }
  }
  return -1;
}
