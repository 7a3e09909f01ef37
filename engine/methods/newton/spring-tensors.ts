import { defineKernel, read, write } from '../../kernel.ts';
import { aim, extend, geometric, hooke } from './hooke.ts';
import { STATUS } from './status.ts';

/** Added to the corrected Hessian's diagonal, as a part of the stiffness that meets there. */
export const RIDGE = 1e-9;

/**
 * The Hessian of g by its parts: a symmetric 3×3 tensor K_s a spring (xx, xy, xz, yy, yz, zz) and a number a_i a particle,
 *   (H v)_i = a_i v_i + Σ_s K_s (v_i − v_j),
 *   K_s = k ((1 − L/|e|)(I − n nᵀ) + n nᵀ),   a_i = m_i/h².
 *
 * The correction, where H is not positive definite: max(0, 1 − L/|e|) for 1 − L/|e|, that is, compressed springs keep
 * their axial stiffness and lose the negative transverse one. Every K_s is then positive semidefinite, and M/h² makes
 * the sum definite. [LBOK13] Sec. 5 has a "diagonal Hessian correction": adding to the diagonal until it is enough, which
 * slows every particle for the sake of a few; this one touches only the springs that are at fault. Where
 * inertia is negligible (integration off, huge time steps) a small multiple must be added to the diagonal after all: RIDGE.
 *
 * `blocks` is the diagonal of the corrected Hessian, 3×3 a particle: what conjugate gradients are preconditioned with.
 */
export const springTensors = defineKernel({
  name: 'springTensors',
  over: 'springs',
  serial: true,
  buffers: {
    x: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    ends: read('uvec2', 'springs', { indexes: 'particles' }),
    springs: read('vec2', 'springs'),
    correction: read('f64', 'coordinates'),
    status: read('f64', 'newtonStatus'),
    tensors: write('f64', 'tensors'),
    diagonal: write('f64', 'particles'),
    blocks: write('f64', 'blocks'),
  },
  scalars: { particles: 'u32', inertia: 'real' },
  reference: (args, first, end) => {
    const { x, masses, ends, springs, correction, status, tensors, diagonal, blocks } = args;
    const { particles, inertia } = args;
    if (status[STATUS.due] === 0) return;
    const isCorrected = status[STATUS.corrected] !== 0;
    const { e, n } = hooke();
    for (let i = 0; i < particles; i++) {
      diagonal[i] = inertia * masses[4 * i];
      blocks.fill(0, 6 * i, 6 * i + 6);
    }
    for (let s = first; s < end; s++) {
      const [i, j, L, k] = [ends[2 * s], ends[2 * s + 1], springs[2 * s], springs[2 * s + 1]];
      extend(e, x, correction, i, j);
      const across = geometric(e, L, aim(e, L, s, i, j, n));
      const positive = Math.max(0, across);
      const used = isCorrected ? positive : across;
      for (let row = 0, t = 0; row < 3; row++) {
        for (let column = row; column < 3; column++, t++) {
          const identity = row === column ? 1 : 0;
          const along = n[row] * n[column];
          tensors[6 * s + t] = k * (used * (identity - along) + along);
          const block = k * (positive * (identity - along) + along);
          blocks[6 * i + t] += block;
          blocks[6 * j + t] += block;
        }
      }
      if (isCorrected) {
        diagonal[i] += RIDGE * k;
        diagonal[j] += RIDGE * k;
      }
    }
    for (let i = 0; i < particles; i++) for (const t of [0, 3, 5]) blocks[6 * i + t] += diagonal[i];
  },
});
