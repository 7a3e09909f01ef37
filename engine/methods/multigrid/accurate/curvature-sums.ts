import { BLOCK, defineKernel, read, write } from '../../../kernel.ts';
import { COINCIDENT } from '../../spring.ts';
import wgsl from './curvature-sums.wgsl?raw';

/**
 * Sums over one block of springs and one of particles: [pᵀAp, pᵀHp, pᵀMp/h², 0], J. A is the matrix of the global step, an
 * upper bound of the curvature of g everywhere; H is the Hessian of g at δ. With q = p_i − p_j, n = e/|e|, a spring has
 *   k |q|²  and  k (|q|² − L/|e| (|q|² − (n·q)²))
 * pᵀAp and pᵀHp for g of [LBOK13] Eq. (8).
 */
export const curvatureSums = defineKernel({
  name: 'curvatureSums',
  over: 'blocks',
  buffers: {
    x: read('vec4', 'particles'),
    iterate: read('vec4', 'particles'),
    direction: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    ends: read('uvec2', 'springs', { indexes: 'particles' }),
    springs: read('vec2', 'springs'),
    sums: write('vec4', 'blocks'),
  },
  scalars: { particles: 'u32', count: 'u32', inertia: 'real' },
  reference: (args, first, end) => {
    const { x, iterate, direction: p, masses, ends, springs, sums, particles, count, inertia } = args;
    for (let block = first; block < end; block++) {
      let [A, H, M] = [0, 0, 0];
      for (let i = block * BLOCK; i < Math.min(particles, (block + 1) * BLOCK); i++)
        for (let c = 0; c < 3; c++) M += inertia * masses[4 * i] * p[4 * i + c] ** 2;
      for (let s = block * BLOCK; s < Math.min(count, (block + 1) * BLOCK); s++) {
        const [i, j, L, k] = [4 * ends[2 * s], 4 * ends[2 * s + 1], springs[2 * s], springs[2 * s + 1]];
        let [ee, eq, qq] = [0, 0, 0];
        for (let c = 0; c < 3; c++) {
          const e = x[i + c] - x[j + c] + (iterate[i + c] - iterate[j + c]);
          const q = p[i + c] - p[j + c];
          ee += e * e;
          eq += e * q;
          qq += q * q;
        }
        A += k * qq;
        H += k * qq;
        if (ee > COINCIDENT * L * L) H -= k * (L / Math.sqrt(ee)) * (qq - (eq * eq) / ee);
      }
      sums.set([A + M, H + M, M, 0], 4 * block);
    }
  },
  wgsl,
});
