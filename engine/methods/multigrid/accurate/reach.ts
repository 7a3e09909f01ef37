import { defineKernel, read, write } from '../../../kernel.ts';
import wgsl from './reach.wgsl?raw';
import { OUTCOME, STATUS } from './status.ts';

/** Longest step, in units of the length that is always safe. */
export const FARTHEST = 64;

/**
 * The step lengths to try along p. pᵀr/pᵀAp is safe: A bounds the curvature of g, so that g decreases. pᵀr/pᵀHp is Newton's, nearly
 * always the best, and about ten times as long. The four lengths are Newton's, half of it, a quarter of it, each at least the safe
 * one, and the safe one.
 * No paper: ../README.md derives the lengths.
 */
export const reach = defineKernel({
  name: 'reach',
  over: 'one',
  buffers: {
    sums: read('vec4', 'blocks'),
    status: write('real', 'status'),
  },
  scalars: { blocks: 'u32' },
  reference: ({ sums, status, blocks }) => {
    if (status[STATUS.outcome] !== OUTCOME.running) return;
    let [A, H, M] = [0, 0, 0];
    for (let block = 0; block < blocks; block++) {
      A += sums[4 * block];
      H += sums[4 * block + 1];
      M += sums[4 * block + 2];
    }
    const safe = A > 0 ? status[STATUS.slope] / A : 0;
    const factor = FARTHEST * H > A ? A / H : FARTHEST;
    for (let c = 0; c < 4; c++)
      status[STATUS.tries + c] = safe * (c === 3 ? 1 : Math.max(1, factor / 2 ** c));
    status[STATUS.inertia] = M;
  },
  wgsl,
});
