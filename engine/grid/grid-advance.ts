import { defineKernel, read, write } from '../kernel.ts';
import { isSound } from '../motion/sound.ts';
import { eachParticle, fourAt, GEOMETRY, slotAt, threeAt } from './geometry.ts';

/**
 * `predict` in blocks, by pairs of rows: v' = v + h (g + f/m - c v) and y = q + h v', but for who is held. Of x only w is written, 1 where
 * a particle would leave the numbers. δ is left as it is: the first local step and the first sweep of a step take it for 0.
 */
export const gridAdvance = defineKernel({
  name: 'gridAdvance',
  over: 'gridPairs',
  buffers: {
    gridX: write('vec4', 'gridThrees'),
    gridV: write('vec4', 'gridThrees'),
    gridPush: read('vec4', 'gridFours'),
    x: write('vec4', 'particles'),
  },
  scalars: { h: 'real', damping: 'real', ...GEOMETRY },
  reference: ({ gridX, gridV, gridPush, x, h, damping, ...grid }, first, end) => {
    const keep = 1 - Math.min(1, h * damping);
    eachParticle(grid, first, end, (colour, row, half) => {
      const push = fourAt(grid, colour, row, half);
      if (gridPush[push + 12] !== 0) return;
      const at = threeAt(grid, colour, row, half);
      const coordinates = [0, 4, 8];
      for (const c of coordinates) gridV[at + c] = keep * gridV[at + c] + h * gridPush[push + c];
      const sound = coordinates.every(
        (c) => isSound(gridX[at + c] + h * gridV[at + c]) && isSound(gridV[at + c]),
      );
      if (!sound) x[4 * slotAt(grid, colour, row, half) + 3] = 1;
      for (const c of coordinates) {
        if (sound) gridX[at + c] += h * gridV[at + c];
        else gridV[at + c] = 0;
      }
    });
  },
});
