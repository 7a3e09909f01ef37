import { defineKernel, read, write } from '../kernel.ts';
import { predictParticle } from '../motion/predict.ts';
import { eachParticle, GEOMETRY, slotAt, threeAt } from './geometry.ts';

/**
 * `predict` and `gridEnter` at once, by pairs of rows, where nothing comes between: y into blocks while it is in a cache. δ is left as it
 * was, in rows and in blocks: the first iteration takes it for 0, and `gridFinish` or `gridLeave` is who needs none or writes it.
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
  },
  scalars: { h: 'real', gx: 'real', gy: 'real', gz: 'real', damping: 'real', ...GEOMETRY },
  reference: ({ gridX, columns, rows, red, black, ...moving }, first, end) => {
    const grid = { columns, rows, red, black };
    eachParticle(grid, first, end, (colour, row, half) => {
      const [slot, to] = [slotAt(grid, colour, row, half), threeAt(grid, colour, row, half)];
      predictParticle(moving, slot);
      for (let c = 0; c < 3; c++) gridX[to + 4 * c] = moving.x[4 * slot + c];
    });
  },
});
