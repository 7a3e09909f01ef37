import { defineKernel, read, write } from '../kernel.ts';
import { solveVectors } from './solve.ts';
import { eachTileEntry } from './tiles.ts';

/**
 * delta ← A⁻¹ rhs for x, y and z at once, with the factor that `narrow` leaves: L y = P rhs, Lᵀ P delta = y. A row of
 * right-hand sides is a vec4; the fourth number must be 0.
 * [Davis06] Sec. 3.1.
 */
export const substitute = defineKernel({
  name: 'substitute',
  over: 'one',
  serial: true,
  buffers: {
    columns: read('u32', 'supernodeBounds'),
    rowStarts: read('u32', 'supernodeBounds'),
    tileStarts: read('u32', 'supernodeBounds'),
    tileRows: read('u32', 'tileRows'),
    /** For each column of L, the particle. */
    order: read('u32', 'columns'),
    tiles: read('real', 'tile'),
    reciprocals: read('real', 'columns'),
    rhs: read('vec4', 'particles'),
    delta: write('vec4', 'particles'),
    /** Scratch: the right-hand sides in L's order, and a row of zeros. */
    work: write('vec4', 'columnsAndOne'),
    /** Scratch, left at 0: for each column of a panel the sums over the rows below, x of four rows, then y, then z. */
    sums: write('vec4', 'sums'),
  },
  scalars: { supernodes: 'u32' },
  reference: (args) => {
    const { columns, rowStarts, tileStarts, tileRows, tiles, reciprocals, work, rhs, delta, supernodes } =
      args;
    const panelStarts = new Uint32Array(supernodes + 1);
    const rows = new Uint32Array(rowStarts[supernodes]);
    for (let s = 0; s < supernodes; s++) {
      const height = rowStarts[s + 1] - rowStarts[s];
      panelStarts[s + 1] = panelStarts[s] + (columns[s + 1] - columns[s]) * height;
      for (let k = rowStarts[s]; k < rowStarts[s + 1]; k++) rows[k] = tileRows[k + 3 * s];
    }
    const panels = new Float64Array(panelStarts[supernodes]);
    for (let s = 0; s < supernodes; s++) {
      const width = columns[s + 1] - columns[s];
      eachTileEntry(width, rowStarts[s + 1] - rowStarts[s], tileStarts[s], (row, column, at) => {
        panels[panelStarts[s] + row * width + column] = tiles[at];
      });
    }
    solveVectors({ ...args, panelStarts, rows }, { panels, reciprocals }, work, rhs, delta, 4);
  },
});
