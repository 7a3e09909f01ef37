import { defineKernel, read, write } from '../kernel.ts';
import { predictParticle } from '../motion/predict.ts';
import { eachParticle, GEOMETRY, slotAt, threeAt } from './geometry.ts';

/**
 * `predict` and `gridEnter` at once, by pairs of rows, where nothing comes between: y into blocks while it is in a cache, and
 * δ = 0 there only. Rows of δ are left as they were; `gridFinish` or `gridLeave` is who needs none or writes them.
 */
export const gridPredict = defineKernel({
  name: 'gridPredict',
  over: 'gridPairs',
  buffers: {
    x: write('vec4', 'particles'),
    v: write('vec4', 'particles'),
    force: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    gridX: write('vec4', 'gridThrees'),
    gridDelta: write('vec4', 'gridThrees'),
  },
  scalars: { h: 'real', gx: 'real', gy: 'real', gz: 'real', damping: 'real', ...GEOMETRY },
  reference: ({ gridX, gridDelta, columns, rows, red, black, ...moving }, first, end) => {
    const grid = { columns, rows, red, black };
    eachParticle(grid, first, end, (colour, row, half) => {
      const [slot, to] = [slotAt(grid, colour, row, half), threeAt(grid, colour, row, half)];
      predictParticle(moving, slot);
      for (let c = 0; c < 3; c++) {
        gridX[to + 4 * c] = moving.x[4 * slot + c];
        gridDelta[to + 4 * c] = 0;
      }
    });
  },
});
