import { defineKernel, read, write } from '../kernel.ts';
import { eachTileEntry } from './tiles.ts';

/**
 * The factor for the solve of three vectors at once: its panels as tiles (see tiles.ts), rounded to float32 on WebAssembly, which
 * halves the memory to read; not rounded on the reference. Entries without a number of L become 0.
 * No paper: it rounds.
 */
export const narrow = defineKernel({
  name: 'narrow',
  over: 'supernodes',
  buffers: {
    columns: read('u32', 'supernodeBounds'),
    rowStarts: read('u32', 'supernodeBounds'),
    panelStarts: read('u32', 'supernodeBounds'),
    tileStarts: read('u32', 'supernodeBounds'),
    panels: read('f64', 'panel'),
    reciprocals: read('f64', 'columns'),
    tiles: write('real', 'tile'),
    narrowReciprocals: write('real', 'columns'),
  },
  scalars: {},
  reference: (args, first, end) => {
    const { columns, rowStarts, panelStarts, tileStarts, panels, reciprocals, tiles, narrowReciprocals } =
      args;
    tiles.fill(0, tileStarts[first], tileStarts[end]);
    for (let s = first; s < end; s++) {
      const width = columns[s + 1] - columns[s];
      eachTileEntry(width, rowStarts[s + 1] - rowStarts[s], tileStarts[s], (row, column, at) => {
        tiles[at] = panels[panelStarts[s] + row * width + column];
      });
    }
    for (let j = columns[first]; j < columns[end]; j++) narrowReciprocals[j] = reciprocals[j];
  },
});
