/**
 * Triangular solves L y = b and Lᵀ x = y over the panels of a factor, in place, in the order of L. A forward step
 * takes a row of a panel at a time, a backward step its columns four at a time, so that either keeps its sums in
 * registers and reads the panel once, in order, for all right-hand sides.
 *
 * `work` holds one number a row, or four (x, y, z and one unused) for the versions named `Vectors`.
 */
import type { RealArray } from '../kernel.ts';
import type { Symbolic } from './symbolic.ts';

export interface Triangle<A extends RealArray = RealArray> {
  readonly panels: A;
  /** 1/L_jj by column. */
  readonly reciprocals: A;
}

/** L y = b: y_i = (b_i − Σ_{j<i} L_ij y_j) / L_ii, a panel's share of the sum at a time. */
export function forwardVectors<A extends RealArray>(
  { supernodes, columns, rowStarts, rows, panelStarts }: Symbolic,
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
    for (let k = rowStarts[s] + width; k < rowStarts[s + 1]; k++) {
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
      l += width;
      work[i] = x;
      work[i + 1] = y;
      work[i + 2] = z;
    }
  }
}

/** Lᵀ x = y: x_j = (y_j − Σ_{i>j} L_ij x_i) / L_jj, the panels backwards. */
export function backwardVectors<A extends RealArray>(
  { supernodes, columns, rowStarts, rows, panelStarts }: Symbolic,
  { panels, reciprocals }: Triangle<A>,
  work: A,
): void {
  for (let s = supernodes - 1; s >= 0; s--) {
    const width = columns[s + 1] - columns[s];
    const end = rowStarts[s + 1];
    for (let c = width - 1; c >= 0; c--) {
      const j = 4 * (columns[s] + c);
      let x = work[j];
      let y = work[j + 1];
      let z = work[j + 2];
      let l = panelStarts[s] + (c + 1) * width + c;
      for (let k = rowStarts[s] + c + 1; k < end; k++, l += width) {
        const a = panels[l];
        const i = 4 * rows[k];
        x -= a * work[i];
        y -= a * work[i + 1];
        z -= a * work[i + 2];
      }
      const reciprocal = reciprocals[columns[s] + c];
      work[j] = x * reciprocal;
      work[j + 1] = y * reciprocal;
      work[j + 2] = z * reciprocal;
    }
  }
}

/** `forwardVectors` for one right-hand side. */
export function forward<A extends RealArray>(
  { supernodes, columns, rowStarts, rows, panelStarts }: Symbolic,
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
  { supernodes, columns, rowStarts, rows, panelStarts }: Symbolic,
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
