import { defineKernel, read, write } from '../../kernel.ts';
import { restVector } from '../spring.ts';
import spring from '../spring.wgsl?raw';
import wgsl from './xpbd-multiplier.wgsl?raw';

/**
 * The change of a spring's multiplier, [MMC16] Eq. (18), with C = |e| - L, e from its end of the higher slot to that of the lower,
 * n = e/|e| and the compliance α̃ = 1/(s h²):
 *   Δλ = -(C + α̃ λ) / (n_a w_a + n_b w_b + α̃)
 * The sum of shares stands where the paper has w_a + w_b, since all springs are solved at once: README.md.
 * `pushes` holds Δλ n, and λ in its fourth number. With `keep` 0 a step begins, and λ is 0.
 */
export const xpbdMultiplier = defineKernel({
  name: 'xpbdMultiplier',
  over: 'springs',
  buffers: {
    x: read('vec4', 'particles'),
    delta: read('vec4', 'particles'),
    shares: read('real', 'particles'),
    ends: read('uvec2', 'springs', { indexes: 'particles' }),
    springs: read('vec2', 'springs'),
    pushes: write('vec4', 'springs'),
  },
  scalars: { inertia: 'real', keep: 'real' },
  reference: ({ x, delta, shares, ends, springs, pushes, inertia, keep }, first, end) => {
    const e = new Float64Array(3);
    const d = new Float64Array(3);
    for (let s = first; s < end; s++) {
      const [rest, stiffness] = [springs[2 * s], springs[2 * s + 1]];
      const i = Math.min(ends[2 * s], ends[2 * s + 1]);
      const j = Math.max(ends[2 * s], ends[2 * s + 1]);
      const compliance = stiffness > 0 ? inertia / stiffness : 0;
      const weight = shares[i] + shares[j] + compliance;
      if (stiffness === 0 || rest === 0 || weight === 0) {
        pushes.fill(0, 4 * s, 4 * s + 4);
        continue;
      }
      for (let c = 0; c < 3; c++) e[c] = x[4 * i + c] - x[4 * j + c] + (delta[4 * i + c] - delta[4 * j + c]);
      restVector(e, rest, s, i, j, d);
      const stretch = (e[0] * d[0] + e[1] * d[1] + e[2] * d[2]) / rest - rest;
      const multiplier = keep > 0 ? pushes[4 * s + 3] : 0;
      // [MMC16] Eq. (18).
      const change = -(stretch + compliance * multiplier) / weight;
      for (let c = 0; c < 3; c++) pushes[4 * s + c] = (change / rest) * d[c];
      pushes[4 * s + 3] = multiplier + change;
    }
  },
  wgsl: spring + wgsl,
});
