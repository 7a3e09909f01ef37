import { BLOCK, defineKernel, read, write } from '../kernel.ts';
import wgsl from './particle-sums.wgsl?raw';

/**
 * Sums over one block of particles: [Σ ½m|v|², Σ -m g·x, particles that faulted, 0]. Pinned ones have no velocity.
 * No paper: kinetic and potential energy.
 */
export const particleSums = defineKernel({
  name: 'particleSums',
  over: 'particleBlocks',
  buffers: {
    x: read('vec4', 'particles'),
    v: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    particleTotals: write('vec4', 'particleBlocks'),
  },
  scalars: { count: 'u32', gx: 'real', gy: 'real', gz: 'real' },
  reference: ({ x, v, masses, particleTotals, count, gx, gy, gz }, first, end) => {
    for (let block = first; block < end; block++) {
      let [kinetic, potential, faults] = [0, 0, 0];
      for (let i = 4 * block * BLOCK; i < 4 * Math.min(count, (block + 1) * BLOCK); i += 4) {
        const mass = masses[i];
        kinetic += 0.5 * mass * (v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);
        potential -= mass * (gx * x[i] + gy * x[i + 1] + gz * x[i + 2]);
        faults += x[i + 3];
      }
      particleTotals.set([kinetic, potential, faults, 0], 4 * block);
    }
  },
  wgsl,
});
