import { BLOCK, defineKernel, read, write } from '../../../kernel.ts';
import { COINCIDENT } from '../../spring.ts';
import wgsl from './remainder-sums.wgsl?raw';
import { STATUS } from './status.ts';

/**
 * The part of the springs of a block in R(α) = g(δ + αp) − g(δ) + α pᵀr for the four step lengths, J. Without the linear term only
 * terms of second order are left, each accurate on its own, so that float32 can compare values of g that differ little. With q = p_i − p_j,
 * l = |e|, l' = |e + αq|, a spring adds
 *   k (α²|q|²/2 − L T),   T = l' − l − α n·q = α² (|q|² − (2e·q + α|q|²)(n·q)/(l' + l)) / (l' + l)
 * Where its ends coincide, n is an axis (methods/spring.ts) and l is n·e, as in newton/hooke.ts.
 * The springs in g, [LBOK13] Eq. (8).
 */
export const remainderSums = defineKernel({
  name: 'remainderSums',
  over: 'blocks',
  buffers: {
    x: read('vec4', 'particles'),
    iterate: read('vec4', 'particles'),
    direction: read('vec4', 'particles'),
    ends: read('uvec2', 'springs', { indexes: 'particles' }),
    springs: read('vec2', 'springs'),
    status: read('real', 'status'),
    sums: write('vec4', 'blocks'),
  },
  scalars: { count: 'u32' },
  reference: ({ x, iterate, direction: p, ends, springs, status, sums, count }, first, end) => {
    const [e, q] = [new Float64Array(3), new Float64Array(3)];
    for (let block = first; block < end; block++) {
      const total = [0, 0, 0, 0];
      for (let s = block * BLOCK; s < Math.min(count, (block + 1) * BLOCK); s++) {
        const [i, j, L, k] = [4 * ends[2 * s], 4 * ends[2 * s + 1], springs[2 * s], springs[2 * s + 1]];
        let [ee, eq, qq] = [0, 0, 0];
        for (let c = 0; c < 3; c++) {
          e[c] = x[i + c] - x[j + c] + (iterate[i + c] - iterate[j + c]);
          q[c] = p[i + c] - p[j + c];
          ee += e[c] * e[c];
          eq += e[c] * q[c];
          qq += q[c] * q[c];
        }
        const isCoincident = ee <= COINCIDENT * L * L;
        const along = i < j ? 1 : -1;
        for (let c = 0; c < 4; c++) {
          const alpha = status[STATUS.tries + c];
          const grown = alpha * (2 * eq + alpha * qq);
          const after = Math.sqrt(Math.max(0, ee + grown));
          const lengths = after + Math.sqrt(ee);
          const T = isCoincident
            ? after - along * (e[s % 3] + alpha * q[s % 3])
            : (alpha * (alpha * qq - (grown * eq) / (Math.sqrt(ee) * lengths))) / lengths;
          total[c] += k * (0.5 * alpha * alpha * qq - L * T);
        }
      }
      sums.set(total, 4 * block);
    }
  },
  wgsl,
});
