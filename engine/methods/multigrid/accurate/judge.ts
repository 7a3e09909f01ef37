import { defineKernel, read, write } from '../../../kernel.ts';
import wgsl from './judge.wgsl?raw';
import { finite, OUTCOME, STATUS } from './status.ts';
import helpers from './status.wgsl?raw';

/**
 * Ends the iteration if |∇g| ≤ accuracy |∇g at y|, or if |∇g| is no more than rounding. `begins` is 1 at y, where the
 * status is reset; every later call ends an iteration.
 * No paper: ../README.md says when it ends.
 */
export const judge = defineKernel({
  name: 'judge',
  over: 'one',
  buffers: {
    sums: read('vec4', 'blocks'),
    status: write('real', 'status'),
  },
  scalars: { blocks: 'u32', begins: 'u32', accuracy: 'real' },
  reference: ({ sums, status, blocks, begins, accuracy }) => {
    if (begins) status.fill(0);
    if (status[STATUS.outcome] !== OUTCOME.running) return;
    let [squares, rounding] = [0, 0];
    for (let block = 0; block < blocks; block++) {
      squares += sums[4 * block];
      rounding += sums[4 * block + 1];
    }
    squares = finite(squares);
    if (begins) status[STATUS.first] = squares;
    else status[STATUS.iterations]++;
    const gradient = status[STATUS.first] > 0 ? Math.sqrt(squares / status[STATUS.first]) : 0;
    status[STATUS.gradient] = gradient;
    if (gradient <= accuracy) status[STATUS.outcome] = OUTCOME.converged;
    else if (squares <= rounding || status[STATUS.last] === 1) status[STATUS.outcome] = OUTCOME.exact;
  },
  wgsl: helpers + wgsl,
});
