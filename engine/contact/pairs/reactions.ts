import { BLOCK, defineKernel, read, write } from '../../kernel.ts';
import { CONTACTS } from './find-contacts.ts';
import { impulseBetween } from './pair.ts';
import pairWgsl from './pair.wgsl?raw';
import wgsl from './reactions.wgsl?raw';

/** What a block of particles does to each ball: the sum of the impulses, and in w how many there are. */
export const reactions = defineKernel({
  name: 'reactions',
  over: 'particleBlocks',
  buffers: {
    x: read('vec4', 'particles'),
    v: read('vec4', 'particles'),
    delta: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    rest: read('vec4', 'particles'),
    contacts: read('u32', 'contactEntries', { indexes: 'particles' }),
    pairs: read('vec4', 'pairs'),
    reactionSums: write('vec4', 'reactions'),
  },
  scalars: { h: 'real', materials: 'u32', count: 'u32', balls: 'u32' },
  reference: (args, first, end) => {
    const { rest, contacts, reactionSums, count, balls } = args;
    for (let block = first; block < end; block++) {
      const row = reactionSums.subarray(4 * block * balls, 4 * (block + 1) * balls).fill(0);
      for (let i = block * BLOCK; i < Math.min(count, (block + 1) * BLOCK); i++) {
        if (rest[4 * i + 3] < 0) continue; // balls answer each other themselves
        for (let k = i * CONTACTS; k < (i + 1) * CONTACTS && contacts[k] !== i; k++) {
          const ball = -rest[4 * contacts[k] + 3] - 1;
          const impulse = ball < 0 ? undefined : impulseBetween(args, i, contacts[k]);
          if (!impulse) continue;
          for (let c = 0; c < 3; c++) row[4 * ball + c] -= impulse[c];
          row[4 * ball + 3]++;
        }
      }
    }
  },
  wgsl: pairWgsl + wgsl,
});
