import { defineKernel, read, write } from '../kernel.ts';
import wgsl from './hold.wgsl?raw';

/**
 * A spring of stiffness k from a held particle to a point t, with a dashpot c against the ground, both implicit and solved
 * together with the cloth. A step minimises ½ (m/h²) |q − y|² and the energy of the springs; adding ½ k |q − t|² and
 * ½ (c/h) |q − q_n|² and completing the square gives the same problem with another mass and another prediction:
 *   m' = m + h² k + h c,    y' = q_n + h v",    v" = (m v' + h k (t − q_n)) / m'
 * For the method the particle is just heavier, and no k, c, m or h is unstable, as none is for its own
 * springs. `masses` already holds m' and 1/m'. Runs after `predict`, which applied the force f with 1/m': v' lacks h f (1/m − 1/m').
 * A hold is [t, k], [m, 0, 0, 0]; one with m = 0 is free, and one of a pinned particle does nothing.
 * No paper: README.md derives it.
 */
export const hold = defineKernel({
  name: 'hold',
  over: 'held',
  buffers: {
    held: read('u32', 'held', { indexes: 'particles' }),
    holds: read('vec4', 'holds'),
    masses: read('vec4', 'particles'),
    force: read('vec4', 'particles'),
    x: write('vec4', 'particles'),
    v: write('vec4', 'particles'),
  },
  scalars: { h: 'real' },
  reference: ({ held, holds, masses, force, x, v, h }, first, end) => {
    for (let k = first; k < end; k++) {
      const i = 4 * held[k];
      const [stiffness, mass] = [holds[8 * k + 3], holds[8 * k + 4]];
      const inverse = masses[i + 1];
      if (mass === 0 || inverse === 0) continue;
      for (let c = 0; c < 3; c++) {
        const q = x[i + c] - h * v[i + c];
        const free = v[i + c] + h * force[i + c] * (1 / mass - inverse);
        v[i + c] = (mass * free + h * stiffness * (holds[8 * k + c] - q)) * inverse;
        x[i + c] = q + h * v[i + c];
      }
    }
  },
  wgsl,
});
