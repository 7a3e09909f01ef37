import { defineKernel, type RealArray, read, write } from '../kernel.ts';
import { isSound } from '../motion/sound.ts';
import { eachParticle, fourAt, GEOMETRY, type Geometry, slotAt, threeAt } from './geometry.ts';

/** Positions and velocities in blocks. Of x only w is written: 1 where a particle's numbers would be out of range. */
export interface MovingBlocks extends Geometry {
  readonly blockX: RealArray;
  readonly blockV: RealArray;
  readonly x: RealArray;
  readonly h: number;
}

const COORDINATES = [0, 4, 8] as const;

/** `finish` in blocks: q = y + δ, v = v' + δ/h. [LBOK13] Eq. (4). */
export function correctPairs(
  { blockX, blockV, x, h, ...grid }: MovingBlocks,
  blockDelta: RealArray,
  rate: number,
  first: number,
  end: number,
): void {
  eachParticle(grid, first, end, (colour, row, half) => {
    const at = threeAt(grid, colour, row, half);
    const sound = COORDINATES.every((c) => {
      const d = blockDelta[at + c];
      return isSound(blockX[at + c] + d) && isSound(blockV[at + c] + rate * d);
    });
    if (!sound) x[4 * slotAt(grid, colour, row, half) + 3] = 1;
    for (const c of COORDINATES) {
      blockX[at + c] += sound ? blockDelta[at + c] : -h * blockV[at + c];
      blockV[at + c] = sound ? blockV[at + c] + rate * blockDelta[at + c] : 0;
    }
  });
}

/** `predict` in blocks: v' = v + h (g + f/m - c v) and y = q + h v', except for held particles. [NP17] Alg. 2, [PNF18] Alg. 2. */
export function predictPairs(
  { blockX, blockV, x, h, ...grid }: MovingBlocks,
  blockPush: RealArray,
  damping: number,
  first: number,
  end: number,
): void {
  const keep = 1 - Math.min(1, h * damping);
  eachParticle(grid, first, end, (colour, row, half) => {
    const push = fourAt(grid, colour, row, half);
    if (blockPush[push + 12] !== 0) return;
    const at = threeAt(grid, colour, row, half);
    for (const c of COORDINATES) blockV[at + c] = keep * blockV[at + c] + h * blockPush[push + c];
    const sound = COORDINATES.every(
      (c) => isSound(blockX[at + c] + h * blockV[at + c]) && isSound(blockV[at + c]),
    );
    if (!sound) x[4 * slotAt(grid, colour, row, half) + 3] = 1;
    for (const c of COORDINATES) {
      if (sound) blockX[at + c] += h * blockV[at + c];
      else blockV[at + c] = 0;
    }
  });
}

/**
 * The end of a step and the prediction of the next in one pass, by pairs of rows. δ is not cleared: the first iteration of a step treats it
 * as 0.
 */
export const blockAdvance = defineKernel({
  name: 'blockAdvance',
  over: 'blockPairs',
  buffers: {
    blockX: write('vec4', 'blockThrees'),
    blockV: write('vec4', 'blockThrees'),
    blockDelta: read('vec4', 'blockThrees'),
    blockPush: read('vec4', 'blockFours'),
    blockCalm: read('u32', 'blockPairs'),
    x: write('vec4', 'particles'),
  },
  scalars: { h: 'real', rate: 'real', damping: 'real', ...GEOMETRY },
  reference: (args, first, end) => {
    correctPairs(args, args.blockDelta, args.rate, first, end);
    predictPairs(args, args.blockPush, args.damping, first, end);
  },
});
