import { defineKernel, read, write } from '../kernel.ts';
import { isSound } from '../motion/sound.ts';
import { eachParticle, GEOMETRY, slotAt, threeAt } from './geometry.ts';

/** `finish` in blocks, by pairs of rows: q = y + δ, v = v' + δ/h. Of x only w is written, 1 where a correction is refused. */
export const gridCorrect = defineKernel({
  name: 'gridCorrect',
  over: 'gridPairs',
  buffers: {
    gridX: write('vec4', 'gridThrees'),
    gridV: write('vec4', 'gridThrees'),
    gridDelta: read('vec4', 'gridThrees'),
    x: write('vec4', 'particles'),
  },
  scalars: { h: 'real', rate: 'real', ...GEOMETRY },
  reference: ({ gridX, gridV, gridDelta, x, h, rate, ...grid }, first, end) => {
    eachParticle(grid, first, end, (colour, row, half) => {
      const at = threeAt(grid, colour, row, half);
      const coordinates = [at, at + 4, at + 8];
      const sound = coordinates.every(
        (c) => isSound(gridX[c] + gridDelta[c]) && isSound(gridV[c] + rate * gridDelta[c]),
      );
      if (!sound) x[4 * slotAt(grid, colour, row, half) + 3] = 1;
      for (const c of coordinates) {
        gridX[c] += sound ? gridDelta[c] : -h * gridV[c];
        gridV[c] = sound ? gridV[c] + rate * gridDelta[c] : 0;
      }
    });
  },
});
