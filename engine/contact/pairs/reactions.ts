import { BLOCK, defineKernel, read, write } from '../../kernel.ts';
import wgsl from './reactions.wgsl?raw';

/** What a block of particles does to each ball: minus the sum of the impulses, and in w how many contacts there are. */
export const reactions = defineKernel({
  name: 'reactions',
  over: 'particleBlocks',
  buffers: {
    entries: read('uvec2', 'contactEntries'),
    contacts: read('vec4', 'contacts'),
    rowStarts: read('u32', 'binStarts'),
    rest: read('vec4', 'particles'),
    reactionSums: write('vec4', 'reactions'),
  },
  scalars: { count: 'u32', balls: 'u32', capacity: 'u32' },
  reference: ({ entries, contacts, rowStarts, rest, reactionSums, count, balls, capacity }, first, end) => {
    for (let block = first; block < end; block++) {
      const row = reactionSums.subarray(4 * block * balls, 4 * (block + 1) * balls).fill(0);
      for (let i = block * BLOCK; i < Math.min(count, (block + 1) * BLOCK); i++) {
        if (rest[4 * i + 3] < 0) continue; // balls answer each other themselves
        // They come last in a row.
        for (let e = Math.min(capacity, rowStarts[i + 1]); e-- > rowStarts[i]; ) {
          const ball = -rest[4 * entries[2 * e] + 3] - 1;
          if (ball < 0) break;
          const [nx, ny, nz, , fx, fy, fz, pressed] = contacts.subarray(12 * e, 12 * e + 8);
          row[4 * ball] -= fx + pressed * nx;
          row[4 * ball + 1] -= fy + pressed * ny;
          row[4 * ball + 2] -= fz + pressed * nz;
          row[4 * ball + 3]++;
        }
      }
    }
  },
  wgsl,
});
