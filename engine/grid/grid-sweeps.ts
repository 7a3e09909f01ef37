import { defineKernel, meetings, read, write } from '../kernel.ts';
import { eachParticle, GEOMETRY, threeAt } from './geometry.ts';
import { relaxPairs } from './grid-relax.ts';

/** Words of `gridMeetings` where two bands meet: a cache line for the count of each. */
export const MEETING = 32;

/**
 * Several sweeps in one pass over memory; where `isFresh` is 1, from δ = 0, whatever it is. Half-sweep s (red, black, red, …) of a pair of rows needs half-sweep s - 1 of the pairs around
 * it; so it follows one pair behind, and all half-sweeps move along the cloth together. The bits are those of sweep after sweep.
 *
 * Threads have bands of `share` pairs, as execute.as.ts cuts the range, which has to be all of them; or one has all. Of two bands side by
 * side one goes down and the other up, so that both come to where they meet at about the same time, or both begin there; each counts in
 * `gridMeetings` the half-sweeps it has done on its last pair, and waits for what the other has to do before. Counts go on from call to call; between two calls both sides have the same.
 */
export const gridSweeps = defineKernel({
  name: 'gridSweeps',
  over: 'gridPairs',
  buffers: {
    gridDelta: write('vec4', 'gridThrees'),
    gridRhs: read('vec4', 'gridFours'),
    gridWeights: read('vec4', 'gridFours'),
    gridMixed: read('uvec2', 'gridPairs'),
    gridMeetings: meetings('gridMeetings'),
  },
  scalars: { ...GEOMETRY, keep: 'real', sweeps: 'u32', share: 'u32', isFresh: 'u32' },
  reference: ({ gridDelta, gridRhs, gridWeights, keep, sweeps, columns, rows, isFresh }, first, end) => {
    if (isFresh)
      eachParticle({ columns, rows }, first, end, (colour, row, half) => {
        const at = threeAt({ columns, rows }, colour, row, half);
        for (let c = 0; c < 12; c += 4) gridDelta[at + c] = 0;
      });
    for (let s = 0; s < 2 * sweeps; s++)
      relaxPairs({ columns, rows }, gridDelta, gridRhs, gridWeights, s & 1, keep, first, end);
  },
});
