import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './settle.wgsl?raw';

/**
 * One colour of a projected Gauss-Seidel sweep over the particles that are reached, [Cry71]. Each moves to where its springs balance, as in `relax` (methods/projective) without inertia,
 *   δ_i ← Σ_j s_ij (d_ij − (y_i − y_j) + δ_j) / Σ_j s_ij
 * and then back within the limits of its contacts: along each normal in turn the violation is added, twice. Rows
 * carry ω/a_i, which cancels out. A particle without stiff springs stays where contact left it.
 */
export const settle = defineKernel({
  name: 'settle',
  over: 'particles',
  buffers: {
    delta: write('vec4', 'particles'),
    rhs: read('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles', outsideRange: true }),
    weights: read('real', 'entries'),
    reached: read('u32', 'particles'),
    rowStarts: read('u32', 'binStarts'),
    contacts: read('vec4', 'contacts'),
    touch: read('vec4', 'touches'),
  },
  scalars: { entries: 'u32', particles: 'u32', capacity: 'u32' },
  reference: (args, first, end) => {
    const { delta, rhs, neighbours, weights, reached, rowStarts, contacts, touch } = args;
    const { entries, particles, capacity } = args;
    for (let i = first; i < end; i++) {
      const [row, rowEnd] = [neighbours[entries + i], neighbours[entries + i + 1]];
      let pull = 0;
      for (let e = row; e < rowEnd; e++) pull += weights[e];
      if (reached[i] === 0 || pull === 0) continue;
      const here = delta.subarray(4 * i, 4 * i + 3);
      for (let c = 0; c < 3; c++) {
        let sum = rhs[4 * i + c];
        for (let e = row; e < rowEnd; e++) sum += weights[e] * delta[4 * neighbours[e] + c];
        here[c] = sum / pull;
      }
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
