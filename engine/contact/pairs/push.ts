import { defineKernel, read, write } from '../../kernel.ts';
import { CONTACTS } from './find-contacts.ts';
import { impulseBetween } from './pair.ts';
import pairWgsl from './pair.wgsl?raw';
import wgsl from './push.wgsl?raw';

/** Answers all contacts of every particle at once: δ plus the impulses over the mass. `next.w` is how many it has now. */
export const push = defineKernel({
  name: 'push',
  over: 'particles',
  buffers: {
    x: read('vec4', 'particles'),
    v: read('vec4', 'particles'),
    delta: read('vec4', 'particles'),
    next: write('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    contacts: read('u32', 'contactEntries', { indexes: 'particles' }),
    pairs: read('vec4', 'pairs'),
  },
  scalars: { h: 'real', materials: 'u32' },
  reference: (args, first, end) => {
    const { delta, next, masses, contacts } = args;
    for (let i = first; i < end; i++) {
      const moved = [0, 0, 0, 0];
      for (let k = i * CONTACTS; k < (i + 1) * CONTACTS && contacts[k] !== i; k++) {
        const impulse = impulseBetween(args, i, contacts[k]);
        if (!impulse) continue;
        for (let c = 0; c < 3; c++) moved[c] += impulse[c];
        moved[3]++;
      }
      for (let c = 0; c < 3; c++) next[4 * i + c] = delta[4 * i + c] + masses[4 * i + 1] * moved[c];
      next[4 * i + 3] = moved[3];
    }
  },
  wgsl: pairWgsl + wgsl,
});
