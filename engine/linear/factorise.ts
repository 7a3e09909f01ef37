import { defineKernel, read, write } from '../kernel.ts';
import { factorPanel, type PanelRows, subtractProducts } from './panel.ts';

/**
 * Sparse Cholesky factorisation P A Pᵀ = L Lᵀ in float64, supernodal and left-looking, [Davis06] Sec. 4.8, [CDHR08]: the
 * panels hold the lower triangle of P A Pᵀ and are overwritten by L (see `Symbolic`). Entries above the diagonal
 * may hold anything before, and are zero afterwards.
 *
 * `failures` counts the pivots that were not positive. The column of such a pivot and its reciprocal become 0: solves leave that
 * unknown at 0, as if it were held, and nothing becomes infinite. For a singular matrix (a Laplacian without a pin) the result is one
 * of its solutions; for an indefinite matrix the caller has to handle the count.
 */
export const factorise = defineKernel({
  name: 'factorise',
  over: 'one',
  serial: true,
  buffers: {
    columns: read('u32', 'supernodeBounds'),
    rowStarts: read('u32', 'supernodeBounds'),
    panelStarts: read('u32', 'supernodeBounds'),
    rows: read('u32', 'panelRows'),
    supernodeOf: read('u32', 'columns'),
    panels: write('f64', 'panel'),
    /** 1/L_jj for each column, so that solves multiply. */
    reciprocals: write('f64', 'columns'),
    /** Scratch: for each row of L, the offset of that row in the panel being formed. */
    local: write('u32', 'columns'),
    /** Scratch: for each supernode, the list of finished ones whose next rows are among its columns; `next` links them. */
    pending: write('u32', 'supernodes'),
    next: write('u32', 'supernodes'),
    /** Scratch: for each finished supernode, how many of its rows have been applied. */
    consumed: write('u32', 'supernodes'),
    failures: write('u32', 'one'),
  },
  scalars: { supernodes: 'u32' },
  reference: (args) => {
    const { columns, rowStarts, panelStarts, rows, reciprocals, local, pending, next, consumed, supernodes } =
      args;
    const l = args.panels as Float64Array;
    const panel: PanelRows = { l, rows, local };
    /** Puts the finished supernode d in the list of the supernode that contains its next row. */
    const queue = (d: number): void => {
      const at = rowStarts[d] + consumed[d];
      if (at === rowStarts[d + 1]) return;
      const s = args.supernodeOf[rows[at]];
      next[d] = pending[s];
      pending[s] = d;
    };
    pending.fill(NONE);
    let failures = 0;
    for (let s = 0; s < supernodes; s++) {
      const column = columns[s];
      const width = columns[s + 1] - column;
      const height = rowStarts[s + 1] - rowStarts[s];
      for (let k = 0; k < height; k++) local[rows[rowStarts[s] + k]] = panelStarts[s] + k * width;
      for (let c = 0; c < width; c++) reciprocals[column + c] = l[panelStarts[s] + c * (width + 1)];
      // Subtracts R Qᵀ for every finished supernode d with rows among the columns of s: R are the rows of d from there on, Q those
      // of them that are columns of s.
      for (let d = pending[s], following = NONE; d !== NONE; d = following) {
        following = next[d];
        const from = rowStarts[d] + consumed[d];
        let to = from + 1;
        while (to < rowStarts[d + 1] && rows[to] < columns[s + 1]) to++;
        const depth = columns[d + 1] - columns[d];
        const at = panelStarts[d] + consumed[d] * depth;
        subtractProducts(panel, column, from, at, depth, rowStarts[d + 1] - from, to - from, depth);
        consumed[d] += to - from;
        queue(d);
      }
      failures += factorPanel(
        panel,
        column,
        rowStarts[s],
        panelStarts[s],
        height,
        width,
        reciprocals as Float64Array,
      );
      consumed[s] = width;
      queue(s);
    }
    args.failures[0] = failures;
  },
});

/** Marks the end of a list of supernodes. */
const NONE = 0xffffffff;
