import { defineKernel, read, write } from '../kernel.ts';
import { predictParticle } from '../motion/predict.ts';
import { eachParticle, GEOMETRY, slotAt, threeAt } from './geometry.ts';

/**
 * `predict` and `blockEnter` in one pass, by pairs of rows: y is copied into blocks while it is in the cache. δ is cleared neither in rows nor in
 * blocks: the first iteration treats it as 0. `blockFinish` does not need it in rows, and `blockLeave` writes it there.
 * [NP17] Alg. 2, [PNF18] Alg. 2.
 */
export const blockPredict = defineKernel({
  name: 'blockPredict',
  over: 'blockPairs',
  buffers: {
    x: write('vec4', 'particles'),
    v: write('vec4', 'particles'),
    force: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    blockX: write('vec4', 'blockThrees'),
  },
  scalars: { h: 'real', gx: 'real', gy: 'real', gz: 'real', damping: 'real', ...GEOMETRY },
  reference: ({ blockX, columns, rows, red, black, ...moving }, first, end) => {
    const grid = { columns, rows, red, black };
    eachParticle(grid, first, end, (colour, row, half) => {
      const [slot, to] = [slotAt(grid, colour, row, half), threeAt(grid, colour, row, half)];
      predictParticle(moving, slot);
      for (let c = 0; c < 3; c++) blockX[to + 4 * c] = moving.x[4 * slot + c];
    });
  },
});
