import { defineKernel, type RealArray, read, write } from '../../kernel.ts';
import { aim, dot, extend, hooke } from './hooke.ts';
import { STATUS } from './status.ts';

/**
 * Begins a solve, in three rounds: a fresh status, and δ in float64 from the better of two starts, the one where g is less:
 * - what is in `delta`: 0, which is the start at y of [LBOK13] Sec. 4, or what projective dynamics has made of it;
 * - where the particles were before the step, q = y − h v', that is δ = −h v'.
 * The first is right for cloth that flies, the second for cloth that hangs: there y is h²g below all that holds it.
 *
 * Round 0 puts the second into `correction`, round 1 adds up g there and puts the first into its place, round 2 adds up g there and
 * chooses. Between them elements compute their `energies` at `correction`.
 */
export const newtonStart = defineKernel({
  name: 'newtonStart',
  over: 'springs',
  serial: true,
  buffers: {
    x: read('vec4', 'particles'),
    v: read('vec4', 'particles'),
    delta: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    ends: read('uvec2', 'springs', { indexes: 'particles' }),
    springs: read('vec2', 'springs'),
    energies: read('f64', 'elementEnergies'),
    correction: write('f64', 'coordinates'),
    /** Whether the solve is over. */
    ended: write('u32', 'one'),
    status: write('f64', 'newtonStatus'),
  },
  scalars: { particles: 'u32', h: 'real', inertia: 'real', elements: 'u32', round: 'u32' },
  reference: (args, first, end) => {
    const { x, v, delta, masses, ends, springs, energies, correction, ended, status } = args;
    const { particles, h, inertia, elements, round } = args;
    const { e, n } = hooke();
    const fill = (source: RealArray, factor: number) => {
      for (let i = 0; i < particles; i++) {
        for (let c = 0; c < 3; c++) {
          const value = factor * source[4 * i + c];
          correction[3 * i + c] = masses[4 * i + 1] === 0 || !Number.isFinite(value) ? 0 : value;
        }
      }
    };
    /** g. */
    const energy = () => {
      let sum = 0;
      for (let i = 0; i < particles; i++) {
        const step = correction.subarray(3 * i, 3 * i + 3);
        sum += 0.5 * inertia * masses[4 * i] * dot(step, step);
      }
      for (let s = first; s < end; s++) {
        const [i, j, L, k] = [ends[2 * s], ends[2 * s + 1], springs[2 * s], springs[2 * s + 1]];
        extend(e, x, correction, i, j);
        aim(e, L, s, i, j, n);
        for (let c = 0; c < 3; c++) e[c] -= L * n[c];
        sum += 0.5 * k * dot(e, e);
      }
      for (let k = 0; k < elements; k++) sum += energies[k];
      return sum;
    };
    if (round === 0) {
      status.fill(0);
      ended[0] = 0;
      fill(v, -h);
    } else if (round === 1) {
      status[STATUS.energy] = energy();
      fill(delta, 1);
    } else {
      const other = energy();
      if (status[STATUS.energy] < other) fill(v, -h);
      else status[STATUS.energy] = other;
    }
  },
});
