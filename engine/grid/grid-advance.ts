import { defineKernel, type RealArray, read, write } from '../kernel.ts';
import { isSound } from '../motion/sound.ts';
import { eachParticle, fourAt, GEOMETRY, type Geometry, slotAt, threeAt } from './geometry.ts';

/** The blocks of what moves. Of x only w is written, 1 where a particle would leave the numbers. */
export interface MovingBlocks extends Geometry {
  readonly gridX: RealArray;
  readonly gridV: RealArray;
  readonly x: RealArray;
  readonly h: number;
}

const COORDINATES = [0, 4, 8] as const;

/** `finish` in blocks: q = y + δ, v = v' + δ/h. */
export function correctPairs(
  { gridX, gridV, x, h, ...grid }: MovingBlocks,
  gridDelta: RealArray,
  rate: number,
  first: number,
  end: number,
): void {
  eachParticle(grid, first, end, (colour, row, half) => {
    const at = threeAt(grid, colour, row, half);
    const sound = COORDINATES.every((c) => {
      const d = gridDelta[at + c];
      return isSound(gridX[at + c] + d) && isSound(gridV[at + c] + rate * d);
    });
    if (!sound) x[4 * slotAt(grid, colour, row, half) + 3] = 1;
    for (const c of COORDINATES) {
      gridX[at + c] += sound ? gridDelta[at + c] : -h * gridV[at + c];
      gridV[at + c] = sound ? gridV[at + c] + rate * gridDelta[at + c] : 0;
    }
  });
}

/** `predict` in blocks: v' = v + h (g + f/m - c v) and y = q + h v', but for who is held. */
export function predictPairs(
  { gridX, gridV, x, h, ...grid }: MovingBlocks,
  gridPush: RealArray,
  damping: number,
  first: number,
  end: number,
): void {
  const keep = 1 - Math.min(1, h * damping);
  eachParticle(grid, first, end, (colour, row, half) => {
    const push = fourAt(grid, colour, row, half);
    if (gridPush[push + 12] !== 0) return;
    const at = threeAt(grid, colour, row, half);
    for (const c of COORDINATES) gridV[at + c] = keep * gridV[at + c] + h * gridPush[push + c];
    const sound = COORDINATES.every(
      (c) => isSound(gridX[at + c] + h * gridV[at + c]) && isSound(gridV[at + c]),
    );
    if (!sound) x[4 * slotAt(grid, colour, row, half) + 3] = 1;
    for (const c of COORDINATES) {
      if (sound) gridX[at + c] += h * gridV[at + c];
      else gridV[at + c] = 0;
    }
  });
}

/**
 * From a step to the next, by pairs of rows: the end of one and the prediction of the other, while both are at hand. δ is left as it is: the
 * first iteration of a step takes it for 0.
 */
export const gridAdvance = defineKernel({
  name: 'gridAdvance',
  over: 'gridPairs',
  buffers: {
    gridX: write('vec4', 'gridThrees'),
    gridV: write('vec4', 'gridThrees'),
    gridDelta: read('vec4', 'gridThrees'),
    gridPush: read('vec4', 'gridFours'),
    gridCalm: read('u32', 'gridPairs'),
    x: write('vec4', 'particles'),
  },
  scalars: { h: 'real', rate: 'real', damping: 'real', ...GEOMETRY },
  reference: (args, first, end) => {
    correctPairs(args, args.gridDelta, args.rate, first, end);
    predictPairs(args, args.gridPush, args.damping, first, end);
  },
});
