import { defineKernel, read, tally, write } from '../kernel.ts';
import wgsl from './tear.wgsl?raw';

/**
 * A spring longer than its strength times its rest length tears, |e| > σ L: its stiffness becomes 0. The thesis compares the absolute
 * length with a threshold, [NP17] 5.3.7; a ratio does not depend on the resolution. `torn` counts the springs that tore.
 * A spring with strength 0 never tears.
 */
export const tear = defineKernel({
  name: 'tear',
  over: 'springs',
  buffers: {
    x: read('vec4', 'particles'),
    ends: read('uvec2', 'springs', { indexes: 'particles' }),
    strengths: read('real', 'springs'),
    springs: write('vec2', 'springs'),
    torn: tally('one'),
  },
  scalars: {},
  reference: ({ x, ends, strengths, springs, torn }, first, end) => {
    for (let s = first; s < end; s++) {
      const longest = strengths[s] * springs[2 * s];
      if (longest === 0 || springs[2 * s + 1] === 0) continue;
      const [i, j] = [4 * ends[2 * s], 4 * ends[2 * s + 1]];
      const e = [0, 1, 2].map((c) => x[i + c] - x[j + c]);
      if (e[0] * e[0] + e[1] * e[1] + e[2] * e[2] <= longest * longest) continue;
      springs[2 * s + 1] = 0;
      torn[0]++;
    }
  },
  wgsl,
});
