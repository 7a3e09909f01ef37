import { defineKernel, read, write } from '../kernel.ts';
import { blocksOf, eachParticle, fourAt, GEOMETRY, LANES, slotAt, threeAt } from './geometry.ts';
import { predictPairs } from './grid-advance.ts';

/** Where `gridCalm` says of a row of a pair that it is pushed alike in all of its blocks but the last, where nobody is held. */
const calmBit = (row: number, colour: number): number => 1 << (2 * (row & 1) + colour);

/**
 * The beginning of the first of several steps, by pairs of rows: places, velocities and what pushes, [x4 y4 z4 held4]: g + f/m, and 1
 * where a particle is held, into blocks, and the prediction at once. There they stay until `gridGive`.
 */
export const gridTake = defineKernel({
  name: 'gridTake',
  over: 'gridPairs',
  buffers: {
    x: write('vec4', 'particles'),
    v: read('vec4', 'particles'),
    force: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    gridX: write('vec4', 'gridThrees'),
    gridV: write('vec4', 'gridThrees'),
    gridPush: write('vec4', 'gridFours'),
    gridCalm: write('u32', 'gridPairs'),
  },
  scalars: { h: 'real', gx: 'real', gy: 'real', gz: 'real', damping: 'real', ...GEOMETRY },
  reference: (args, first, end) => {
    const { x, v, force, masses, gridX, gridV, gridPush, gridCalm, gx, gy, gz } = args;
    const g = [gx, gy, gz];
    const full = LANES * (blocksOf(args) - 1);
    for (let pair = first; pair < end; pair++) gridCalm[pair] = 2 * pair + 1 < args.rows ? 0b1111 : 0b11;
    eachParticle(args, first, end, (colour, row, half) => {
      const from = 4 * slotAt(args, colour, row, half);
      const [to, push] = [threeAt(args, colour, row, half), fourAt(args, colour, row, half)];
      const inverseMass = masses[from + 1]; // 0 where pinned
      for (let c = 0; c < 3; c++) {
        gridX[to + 4 * c] = x[from + c];
        gridV[to + 4 * c] = v[from + c];
        gridPush[push + 4 * c] = g[c] + force[from + c] * inverseMass;
      }
      gridPush[push + 12] = Number(inverseMass === 0);
      const alike = fourAt(args, colour, row, half % LANES);
      const isAlike = [0, 4, 8].every((c) => gridPush[push + c] === gridPush[alike + c]);
      if (half < full && !(isAlike && inverseMass !== 0)) gridCalm[row >> 1] &= ~calmBit(row, colour);
    });
    predictPairs(args, gridPush, args.damping, first, end);
  },
});
