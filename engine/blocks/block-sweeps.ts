import { defineKernel, meetings, read, write } from '../kernel.ts';
import { relaxPairs } from './block-relax.ts';
import { eachParticle, GEOMETRY, threeAt } from './geometry.ts';

/** Words of `blockMeetings` per band: one cache line for the counter read by the band above, one for the counter read by the band below. */
export const MEETING = 32;

/**
 * Several sweeps in one pass over memory; where `isFresh` is 1, from δ = 0, whatever it is. Half-sweep s (red, black, red, …) of a pair
 * of rows needs half-sweep s - 1 of the pairs around it; so it follows behind, and all half-sweeps move along the cloth together. The
 * bits are those of sweep after sweep.
 *
 * Threads have bands of pairs, as many as shares of `share`, as execute.as.ts cuts the range, which has to be all of them, or fewer where
 * one would have nothing to do; or one thread has all. All bands go the same way, and where two meet the border goes with them, a row a
 * half-sweep: on the way up the lower one needs only the first results of the upper one, so a thread waits only for one that
 * is a whole band behind. What a band has done at its borders it counts in `blockMeetings`; counts go on from call to call, and between two
 * calls all are the same.
 * [PNF18] Eq. (6) solved by [PNF18] Eq. (3), [NP17] Alg. 7, [NP17] Eq. (5.2).
 */
export const blockSweeps = defineKernel({
  name: 'blockSweeps',
  over: 'blockPairs',
  buffers: {
    blockDelta: write('vec4', 'blockThrees'),
    blockRhs: read('vec4', 'blockFours'),
    blockWeights: read('vec4', 'blockFours'),
    blockKinds: read('uvec2', 'blockPairs'),
    blockMeetings: meetings('blockMeetings'),
  },
  scalars: { ...GEOMETRY, keep: 'real', sweeps: 'u32', share: 'u32', isFresh: 'u32' },
  reference: ({ blockDelta, blockRhs, blockWeights, keep, sweeps, columns, rows, isFresh }, first, end) => {
    if (isFresh)
      eachParticle({ columns, rows }, first, end, (colour, row, half) => {
        const at = threeAt({ columns, rows }, colour, row, half);
        for (let c = 0; c < 12; c += 4) blockDelta[at + c] = 0;
      });
    for (let s = 0; s < 2 * sweeps; s++)
      relaxPairs({ columns, rows }, blockDelta, blockRhs, blockWeights, s & 1, keep, first, end);
  },
});
