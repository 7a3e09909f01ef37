import { defineKernel, read, write } from '../kernel.ts';
import wgsl from './dampen.wgsl?raw';

/**
 * Damping in proportion to stiffness: a dashpot of β s beside every spring s, implicit like the spring itself. In the
 * step from q_n its force -β s (|e| - |e_n|)/h along e is that of a second spring of stiffness r s, r = β/h, whose rest
 * length is the length |e_n| at the beginning of the step, and two springs side by side are one:
 *   s (1 + r),   (L + r |e_n|) / (1 + r)
 * So damping works with every method that has springs. It removes energy, conserves linear and angular momentum, and does not affect rigid
 * motion. Runs before `predict`, while x still holds q_n. A pin that was moved since the last step already has its new
 * position: its springs are damped as if the pin had been there all the time.
 * No paper: the two springs are combined above.
 */
export const dampen = defineKernel({
  name: 'dampen',
  over: 'springs',
  buffers: {
    x: read('vec4', 'particles'),
    ends: read('uvec2', 'springs', { indexes: 'particles' }),
    springs: read('vec2', 'springs'),
    damped: write('vec2', 'springs'),
  },
  scalars: { ratio: 'real' },
  reference: ({ x, ends, springs, damped, ratio }, first, end) => {
    for (let s = first; s < end; s++) {
      const [i, j] = [4 * ends[2 * s], 4 * ends[2 * s + 1]];
      const length = Math.hypot(x[i] - x[j], x[i + 1] - x[j + 1], x[i + 2] - x[j + 2]);
      damped[2 * s] = (springs[2 * s] + ratio * length) / (1 + ratio);
      damped[2 * s + 1] = springs[2 * s + 1] * (1 + ratio);
    }
  },
  wgsl,
});
