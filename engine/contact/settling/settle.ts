import { defineKernel, read, write } from '../../kernel.ts';
import { relaxOne } from '../../methods/projective/relax.ts';
import wgsl from './settle.wgsl?raw';

/**
 * One colour of a sweep over those who are reached, `relax` in methods/projective, and nobody beyond the limits of his contacts: along
 * each normal in turn what is missing is added, twice. Projected Gauss-Seidel: as every particle has limits of its own, no sweep raises
 * the energy that the solve makes least. Who has no spring that pulls stays where contact left him.
 */
export const settle = defineKernel({
  name: 'settle',
  over: 'particles',
  buffers: {
    delta: write('vec4', 'particles'),
    rhs: read('vec4', 'particles'),
    neighbours: read('u32', 'entries', { indexes: 'particles', outsideRange: true }),
    weights: read('real', 'entries'),
    reached: read('u32', 'particles'),
    rowStarts: read('u32', 'binStarts'),
    contacts: read('vec4', 'contacts'),
    touch: read('vec4', 'touches'),
  },
  scalars: { width: 'u32', keep: 'real', particles: 'u32', capacity: 'u32' },
  reference: (args, first, end) => {
    const { delta, rhs, neighbours, weights, reached, rowStarts, contacts, touch } = args;
    const { width, keep, particles, capacity } = args;
    for (let i = first; i < end; i++) {
      if (reached[i] === 0 || weights.subarray(i * width, (i + 1) * width).every((w) => w === 0)) continue;
      relaxOne(i, delta, rhs, neighbours, weights, width, keep);
      const here = delta.subarray(4 * i, 4 * i + 3);
      const keepAbove = ([nx, ny, nz]: ArrayLike<number> & Iterable<number>, least: number) => {
        const missing = Math.max(0, least - (nx * here[0] + ny * here[1] + nz * here[2]));
        [nx, ny, nz].forEach((n, c) => {
          here[c] += missing * n;
        });
      };
      const ground = touch.subarray(4 * (particles + i), 4 * (particles + i) + 3);
      for (let time = 0; time < 2; time++) {
        for (let e = rowStarts[i]; e < Math.min(capacity, rowStarts[i + 1]); e++)
          keepAbove(contacts.subarray(12 * e, 12 * e + 3), contacts[12 * e + 7]);
        if (ground.some((n) => n !== 0)) keepAbove(ground, touch[4 * (3 * particles + i) + 3]);
      }
    }
  },
  wgsl,
});
