import { defineKernel, read, write } from '../../kernel.ts';
import { COINCIDENT, restVector } from '../../methods/spring.ts';

/**
 * A spring's force and Hessian at x + δ in float64, six numbers: [n, s, k − s, k (|e| − L)], e from its end of the higher slot to that of
 * the lower, n = e/|e|:
 *   f = −k (|e| − L) n at the lower slot,   K = s I + (k − s) n nᵀ,   s = k (1 − L/|e|)
 * With `positive` s is not below 0: [HAN15] Eq. (6), whose force across a pressed spring is none. Ends that coincide have the axis that
 * `restVector` gives, and K = k I.
 */
export const springTangents = defineKernel({
  name: 'springTangents',
  over: 'springs',
  buffers: {
    x: read('vec4', 'particles'),
    correction: read('f64', 'coordinates'),
    ends: read('uvec2', 'springs', { indexes: 'particles' }),
    springs: read('vec2', 'springs'),
    tangents: write('f64', 'springTangents'),
  },
  scalars: { positive: 'u32' },
  reference: ({ x, correction, ends, springs, tangents, positive }, first, end) => {
    const [e, n] = [new Float64Array(3), new Float64Array(3)];
    for (let spring = first; spring < end; spring++) {
      const [L, k] = [springs[2 * spring], springs[2 * spring + 1]];
      const i = Math.min(ends[2 * spring], ends[2 * spring + 1]);
      const j = Math.max(ends[2 * spring], ends[2 * spring + 1]);
      for (let c = 0; c < 3; c++)
        e[c] = x[4 * i + c] - x[4 * j + c] + (correction[3 * i + c] - correction[3 * j + c]);
      const length2 = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
      const isCoincident = length2 <= COINCIDENT * L * L;
      restVector(e, 1, spring, i, j, n);
      if (isCoincident) restVector(e.fill(0), 1, spring, i, j, n);
      const length = Math.sqrt(length2);
      const across = isCoincident ? k : k * (1 - L / length);
      const s = positive ? Math.max(0, across) : across;
      const along = isCoincident ? n[0] * e[0] + n[1] * e[1] + n[2] * e[2] : length;
      tangents.set([n[0], n[1], n[2], s, k - s, k * (along - L)], 6 * spring);
    }
  },
});
