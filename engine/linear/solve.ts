/**
 * Triangular solves L y = b and Lᵀ x = y over the panels of a factor, in place, in the order of L. A forward step
 * takes two rows of a panel at a time, a backward step two of its columns, so that either keeps its sums in registers
 * and uses what it reads for all right-hand sides.
 *
 * `work` holds one number a row, or four (x, y, z and one unused) for the versions named `Vectors`.
 */
import type { RealArray } from '../kernel.ts';
import type { Symbolic } from './factor.ts';

/** The numbers of a factor. */
export type Structure = Pick<Symbolic, 'supernodes' | 'columns' | 'rowStarts' | 'rows' | 'panelStarts'>;

export interface Triangle<A extends RealArray = RealArray> {
  readonly panels: A;
  /** 1/L_jj for each column. */
  readonly reciprocals: A;
}

/** x ← A⁻¹ b for the three vectors of a list of points, `stride` numbers a point. x may be b. */
export function solveVectors<A extends RealArray>(
  structure: Structure & Pick<Symbolic, 'order'>,
  triangle: Triangle<A>,
  work: A,
  b: RealArray,
  x: RealArray,
  stride: number,
): void {
  const { order } = structure;
  for (let k = 0; k < order.length; k++) {
    const from = stride * order[k];
    work[4 * k] = b[from];
    work[4 * k + 1] = b[from + 1];
    work[4 * k + 2] = b[from + 2];
  }
  forwardVectors(structure, triangle, work);
  backwardVectors(structure, triangle, work);
  for (let k = 0; k < order.length; k++) {
    const to = stride * order[k];
    x[to] = work[4 * k];
    x[to + 1] = work[4 * k + 1];
    x[to + 2] = work[4 * k + 2];
  }
}

/** L y = b: y_i = (b_i − Σ_{j<i} L_ij y_j) / L_ii, a panel's share of the sum at a time. */
export function forwardVectors<A extends RealArray>(
  { supernodes, columns, rowStarts, rows, panelStarts }: Structure,
  { panels, reciprocals }: Triangle<A>,
  work: A,
): void {
  for (let s = 0; s < supernodes; s++) {
    const first = 4 * columns[s];
    const width = columns[s + 1] - columns[s];
    let l = panelStarts[s];
    for (let r = 0; r < width; r++, l += width) {
      const i = first + 4 * r;
      let x = work[i];
      let y = work[i + 1];
      let z = work[i + 2];
      for (let c = 0, j = first; c < r; c++, j += 4) {
        const a = panels[l + c];
        x -= a * work[j];
        y -= a * work[j + 1];
        z -= a * work[j + 2];
      }
      const reciprocal = reciprocals[columns[s] + r];
      work[i] = x * reciprocal;
      work[i + 1] = y * reciprocal;
      work[i + 2] = z * reciprocal;
    }
    const end = rowStarts[s + 1];
    let k = rowStarts[s] + width;
    for (; k + 2 <= end; k += 2) {
      const i = 4 * rows[k];
      const m = 4 * rows[k + 1];
      const below = l + width;
      let x = work[i];
      let y = work[i + 1];
      let z = work[i + 2];
      let x2 = work[m];
      let y2 = work[m + 1];
      let z2 = work[m + 2];
      for (let c = 0, j = first; c < width; c++, j += 4) {
        const xj = work[j];
        const yj = work[j + 1];
        const zj = work[j + 2];
        const a = panels[l + c];
        x -= a * xj;
        y -= a * yj;
        z -= a * zj;
        const a2 = panels[below + c];
        x2 -= a2 * xj;
        y2 -= a2 * yj;
        z2 -= a2 * zj;
      }
      l += 2 * width;
      work[i] = x;
      work[i + 1] = y;
      work[i + 2] = z;
      work[m] = x2;
      work[m + 1] = y2;
      work[m + 2] = z2;
    }
    if (k < end) {
      const i = 4 * rows[k];
      let x = work[i];
      let y = work[i + 1];
      let z = work[i + 2];
      for (let c = 0, j = first; c < width; c++, j += 4) {
        const a = panels[l + c];
        x -= a * work[j];
        y -= a * work[j + 1];
        z -= a * work[j + 2];
      }
      work[i] = x;
      work[i + 1] = y;
      work[i + 2] = z;
    }
  }
}

/** Lᵀ x = y: x_j = (y_j − Σ_{i>j} L_ij x_i) / L_jj, the panels backwards. */
export function backwardVectors<A extends RealArray>(
  { supernodes, columns, rowStarts, rows, panelStarts }: Structure,
  { panels, reciprocals }: Triangle<A>,
  work: A,
): void {
  for (let s = supernodes - 1; s >= 0; s--) {
    const width = columns[s + 1] - columns[s];
    const end = rowStarts[s + 1];
    // Columns two at a time, from the right. The rows below both first, then the triangle's last entry between them.
    let c = width - 1;
    for (; c >= 1; c -= 2) {
      const j = 4 * (columns[s] + c);
      const m = j - 4;
      let x = work[j];
      let y = work[j + 1];
      let z = work[j + 2];
      let x2 = work[m];
      let y2 = work[m + 1];
      let z2 = work[m + 2];
      let l = panelStarts[s] + (c + 1) * width + c;
      for (let k = rowStarts[s] + c + 1; k < end; k++, l += width) {
        const i = 4 * rows[k];
        const xi = work[i];
        const yi = work[i + 1];
        const zi = work[i + 2];
        const a = panels[l];
        x -= a * xi;
        y -= a * yi;
        z -= a * zi;
        const a2 = panels[l - 1];
        x2 -= a2 * xi;
        y2 -= a2 * yi;
        z2 -= a2 * zi;
      }
      const reciprocal = reciprocals[columns[s] + c];
      x *= reciprocal;
      y *= reciprocal;
      z *= reciprocal;
      const between = panels[panelStarts[s] + c * width + c - 1];
      const reciprocal2 = reciprocals[columns[s] + c - 1];
      work[j] = x;
      work[j + 1] = y;
      work[j + 2] = z;
      work[m] = (x2 - between * x) * reciprocal2;
      work[m + 1] = (y2 - between * y) * reciprocal2;
      work[m + 2] = (z2 - between * z) * reciprocal2;
    }
    if (c === 0) {
      const j = 4 * columns[s];
      let x = work[j];
      let y = work[j + 1];
      let z = work[j + 2];
      let l = panelStarts[s] + width;
      for (let k = rowStarts[s] + 1; k < end; k++, l += width) {
        const a = panels[l];
        const i = 4 * rows[k];
        x -= a * work[i];
        y -= a * work[i + 1];
        z -= a * work[i + 2];
      }
      const reciprocal = reciprocals[columns[s]];
      work[j] = x * reciprocal;
      work[j + 1] = y * reciprocal;
      work[j + 2] = z * reciprocal;
    }
  }
}

/** `forwardVectors` for one right-hand side. */
export function forward<A extends RealArray>(
  { supernodes, columns, rowStarts, rows, panelStarts }: Structure,
  { panels, reciprocals }: Triangle<A>,
  work: A,
): void {
  for (let s = 0; s < supernodes; s++) {
    const first = columns[s];
    const width = columns[s + 1] - first;
    let l = panelStarts[s];
    for (let k = rowStarts[s]; k < rowStarts[s + 1]; k++, l += width) {
      const i = rows[k];
      const before = Math.min(i - first, width);
      let x = work[i];
      for (let c = 0; c < before; c++) x -= panels[l + c] * work[first + c];
      work[i] = before < width ? x * reciprocals[i] : x;
    }
  }
}

/** `backwardVectors` for one right-hand side. */
export function backward<A extends RealArray>(
  { supernodes, columns, rowStarts, rows, panelStarts }: Structure,
  { panels, reciprocals }: Triangle<A>,
  work: A,
): void {
  for (let s = supernodes - 1; s >= 0; s--) {
    const first = columns[s];
    const width = columns[s + 1] - first;
    for (let k = rowStarts[s + 1] - 1; k >= rowStarts[s]; k--) {
      const i = rows[k];
      const before = Math.min(i - first, width);
      if (before < width) work[i] *= reciprocals[i];
      const x = work[i];
      const l = panelStarts[s] + (k - rowStarts[s]) * width;
      for (let c = 0; c < before; c++) work[first + c] -= panels[l + c] * x;
    }
  }
}
