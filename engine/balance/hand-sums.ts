import { defineKernel, read, write } from '../kernel.ts';
import wgsl from './hand-sums.wgsl?raw';

/**
 * What springs of hands change, joules: [kinetic, potential, work of the hands, drag]. A held particle has the mass m' = m + h² k + h c
 * in `masses` (see `hold`), of which m' − m is no matter: the first two and the last take out what it adds to the sums of all particles.
 * The work is that of the force k (t − q) − c Δq/h along Δq.
 * No paper: README.md derives it.
 */
export const handSums = defineKernel({
  name: 'handSums',
  over: 'one',
  buffers: {
    held: read('u32', 'held', { indexes: 'particles' }),
    holds: read('vec4', 'holds'),
    masses: read('vec4', 'particles'),
    x: read('vec4', 'particles'),
    v: read('vec4', 'particles'),
    fromX: read('vec4', 'particles'),
    fromV: read('vec4', 'particles'),
    handTotals: write('vec4', 'one'),
  },
  scalars: { count: 'u32', h: 'real', keep: 'real', gx: 'real', gy: 'real', gz: 'real' },
  reference: ({ held, holds, masses, x, v, fromX, fromV, handTotals, count, h, keep, gx, gy, gz }) => {
    const g = [gx, gy, gz];
    const totals = [0, 0, 0, 0];
    for (let k = 0; k < count; k++) {
      const i = 4 * held[k];
      const [stiffness, mass] = [holds[8 * k + 3], holds[8 * k + 4]];
      if (mass === 0) continue;
      const added = mass - masses[i];
      const damping = (-added - h * h * stiffness) / h;
      for (let c = 0; c < 3; c++) {
        const moved = x[i + c] - fromX[i + c];
        totals[0] += 0.5 * added * v[i + c] ** 2;
        totals[1] -= added * g[c] * x[i + c];
        if (masses[i + 1] === 0) continue;
        totals[2] += (stiffness * (holds[8 * k + c] - x[i + c]) - (damping * moved) / h) * moved;
        totals[3] += 0.5 * added * (keep * keep - 1) * fromV[i + c] ** 2;
      }
    }
    handTotals.set(totals);
  },
  wgsl,
});
