import { defineKernel, read, write } from '../../kernel.ts';
import { localOne } from '../../methods/projective/local.ts';
import local from '../../methods/projective/local.wgsl?raw';
import spring from '../../methods/spring.wgsl?raw';
import wgsl from './local-reached.wgsl?raw';

/** The local step, `local` in methods/projective, for the particles that are reached. [PNF18] Alg. 3. */
export const localReached = defineKernel({
  name: 'localReached',
  over: 'particles',
  buffers: {
    x: read('vec4', 'particles'),
    delta: read('vec4', 'particles'),
    rhs: write('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
    springs: read('vec2', 'springs'),
    weights: read('real', 'entries'),
    reached: read('u32', 'particles'),
  },
  scalars: { entries: 'u32' },
  reference: ({ reached, ...args }, first, end) => {
    for (let i = first; i < end; i++) if (reached[i] > 0) localOne(i, args);
  },
  wgsl: spring + local + wgsl,
});
