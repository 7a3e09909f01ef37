import { BLOCK, defineKernel, read, write } from '../kernel.ts';
import wgsl from './work-sums.wgsl?raw';

/**
 * Sums over one block of particles, joules, of the work from `fromX` to x in a part of a step: [drag, forces, attachments, 0].
 * - drag: what v' = (1 − h c) v takes, ½ m (keep² − 1) |v|²
 * - forces: f·Δq, of those that move freely
 * - attachments: what those that are held were moved by, ½ m Δ|v|² − m g·Δq − F·Δq, F being the force of the springs (`pulls`)
 * No paper: README.md derives it.
 */
export const workSums = defineKernel({
  name: 'workSums',
  over: 'particleBlocks',
  buffers: {
    x: read('vec4', 'particles'),
    v: read('vec4', 'particles'),
    fromX: read('vec4', 'particles'),
    fromV: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    force: read('vec4', 'particles'),
    pulls: read('vec4', 'particles'),
    workTotals: write('vec4', 'particleBlocks'),
  },
  scalars: { count: 'u32', keep: 'real', gx: 'real', gy: 'real', gz: 'real' },
  reference: (args, first, end) => {
    const { x, v, fromX, fromV, masses, force, pulls, workTotals, count, keep, gx, gy, gz } = args;
    const g = [gx, gy, gz];
    for (let block = first; block < end; block++) {
      let [drag, forces, held] = [0, 0, 0];
      for (let i = 4 * block * BLOCK; i < 4 * Math.min(count, (block + 1) * BLOCK); i += 4) {
        const [mass, inverse] = [masses[i], masses[i + 1]];
        for (let c = 0; c < 3; c++) {
          const moved = x[i + c] - fromX[i + c];
          const before = fromV[i + c] * fromV[i + c];
          if (inverse !== 0) {
            drag += 0.5 * mass * (keep * keep - 1) * before;
            forces += force[i + c] * moved;
          } else {
            held += 0.5 * mass * (v[i + c] * v[i + c] - before) - (mass * g[c] + pulls[i + c]) * moved;
          }
        }
      }
      workTotals.set([drag, forces, held, 0], 4 * block);
    }
  },
  wgsl,
});
