import { defineKernel, read, write } from '../kernel.ts';
import { predictPairs } from './block-advance.ts';
import { blocksOf, eachParticle, fourAt, GEOMETRY, LANES, slotAt, threeAt } from './geometry.ts';

/** The bit of `blockCalm` for a row of a pair. Set: no particle held and one push for all, in all of its blocks but the last. */
const calmBit = (row: number, colour: number): number => 1 << (2 * (row & 1) + colour);

/**
 * The beginning of the first of several steps, by pairs of rows: copies positions, velocities and accelerations g + f/m into blocks, and predicts.
 * `blockPush` holds [x4 y4 z4 held4], with 1 for held particles. All of it stays in blocks until `blockGive`.
 * [NP17] Alg. 2, [PNF18] Alg. 2.
 */
export const blockTake = defineKernel({
  name: 'blockTake',
  over: 'blockPairs',
  buffers: {
    x: write('vec4', 'particles'),
    v: read('vec4', 'particles'),
    force: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    blockX: write('vec4', 'blockThrees'),
    blockV: write('vec4', 'blockThrees'),
    blockPush: write('vec4', 'blockFours'),
    blockCalm: write('u32', 'blockPairs'),
  },
  scalars: { h: 'real', gx: 'real', gy: 'real', gz: 'real', damping: 'real', ...GEOMETRY },
  reference: (args, first, end) => {
    const { x, v, force, masses, blockX, blockV, blockPush, blockCalm, gx, gy, gz } = args;
    const g = [gx, gy, gz];
    const full = LANES * (blocksOf(args) - 1);
    for (let pair = first; pair < end; pair++) blockCalm[pair] = 2 * pair + 1 < args.rows ? 0b1111 : 0b11;
    eachParticle(args, first, end, (colour, row, half) => {
      const from = 4 * slotAt(args, colour, row, half);
      const [to, push] = [threeAt(args, colour, row, half), fourAt(args, colour, row, half)];
      const inverseMass = masses[from + 1]; // 0 where pinned
      for (let c = 0; c < 3; c++) {
        blockX[to + 4 * c] = x[from + c];
        blockV[to + 4 * c] = v[from + c];
        blockPush[push + 4 * c] = g[c] + force[from + c] * inverseMass;
      }
      blockPush[push + 12] = Number(inverseMass === 0);
      const alike = fourAt(args, colour, row, half % LANES);
      const isAlike = [0, 4, 8].every((c) => blockPush[push + c] === blockPush[alike + c]);
      if (half < full && !(isAlike && inverseMass !== 0)) blockCalm[row >> 1] &= ~calmBit(row, colour);
    });
    predictPairs(args, blockPush, args.damping, first, end);
  },
});
