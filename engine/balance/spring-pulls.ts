import { defineKernel, read, write } from '../kernel.ts';
import wgsl from './spring-pulls.wgsl?raw';

/** The force of its springs and links on every particle that is held, newtons, Σ s (|e| − L) e/|e|; 0 for those that move freely. No paper: README.md derives it. */
export const springPulls = defineKernel({
  name: 'springPulls',
  over: 'particles',
  buffers: {
    x: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
    springs: read('vec2', 'springs'),
    pulls: write('vec4', 'particles'),
  },
  scalars: { entries: 'u32' },
  reference: ({ x, masses, neighbours, springOf, springs, pulls, entries }, first, end) => {
    for (let i = first; i < end; i++) {
      const sum = [0, 0, 0];
      const isFree = masses[4 * i + 1] !== 0;
      for (let e = neighbours[entries + i]; e < neighbours[entries + i + 1] && !isFree; e++) {
        const [rest, stiffness] = [springs[2 * springOf[e]], springs[2 * springOf[e] + 1]];
        if (neighbours[e] === i || stiffness === 0) continue;
        const span = [0, 1, 2].map((c) => x[4 * neighbours[e] + c] - x[4 * i + c]);
        const length = Math.hypot(...span);
        if (length > 0) for (let c = 0; c < 3; c++) sum[c] += stiffness * (1 - rest / length) * span[c];
      }
      pulls.set([...sum, 0], 4 * i);
    }
  },
  wgsl,
});
