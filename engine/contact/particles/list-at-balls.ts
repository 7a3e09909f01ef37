import { BLOCK, defineKernel, read, room, write } from '../../kernel.ts';
import { atBallsOf } from './count-at-balls.ts';
import wgsl from './list-at-balls.wgsl?raw';

/** The contacts of each ball with particles: their entries, ball by ball, in the order of slots. No paper: bookkeeping. */
export const listAtBalls = defineKernel({
  name: 'listAtBalls',
  over: 'particleBlocks',
  buffers: {
    entries: read('uvec2', 'contactEntries'),
    rowStarts: read('u32', 'binStarts'),
    rest: read('vec4', 'particles'),
    starts: read('u32', 'binStarts'),
    cursors: room('u32', 'bins'),
    atBalls: write('u32', 'ballContacts'),
  },
  scalars: { count: 'u32', blocks: 'u32', capacity: 'u32' },
  reference: (args, first, end) => {
    const { starts, atBalls, count, blocks } = args;
    for (let block = first; block < end; block++) {
      const listed = new Map<number, number>();
      for (let i = block * BLOCK; i < Math.min(count, (block + 1) * BLOCK); i++)
        for (const [e, ball] of atBallsOf(args, i)) {
          const rank = listed.get(ball) ?? 0;
          atBalls[starts[ball * blocks + block] + rank] = e;
          listed.set(ball, rank + 1);
        }
    }
  },
  lanes: BLOCK,
  wgsl,
});
