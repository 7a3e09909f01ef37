import { defineKernel, meetings, read, write } from '../kernel.ts';
import { relaxPairs } from './block-relax.ts';
import { eachParticle, GEOMETRY, threeAt } from './geometry.ts';

/** Words of `blockMeetings` per band: one cache line for the counter read by the band above, one for the counter read by the band below. */
export const MEETING = 32;

/**
 * Several sweeps in one pass over memory. With `isFresh` 1 they start from δ = 0, whatever is stored. Half-sweep s (red, black, red, …) of a pair
 * of rows needs half-sweep s - 1 of the pairs around it, so it follows behind, and all half-sweeps move along the cloth together. The
 * result has the same bits as sweep after sweep.
 * [NP17] Alg. 7 and Eq. (5.2), [PNF18] Eq. (6), delta form.
 *
 * Threads have bands of `share` pairs, as execute.as.ts divides the range, which must be the whole cloth. There are fewer bands if one would have
 * nothing to do, and one thread may run them all. All bands move in the same direction. The border between two bands moves with them, by one row
 * each half-sweep. So a band needs nothing of the band behind it, and of the band ahead only its first results: a thread waits only for one that
 * is a whole band behind. Each band counts its half-sweeps at its borders in `blockMeetings`. Counters continue from call to call; between two
 * calls all are equal.
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
