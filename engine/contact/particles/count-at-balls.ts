import { BLOCK, defineKernel, type RealArray, read, tally } from '../../kernel.ts';
import wgsl from './count-at-balls.wgsl?raw';

interface Rows {
  readonly entries: Uint32Array;
  readonly rowStarts: Uint32Array;
  readonly rest: RealArray;
  readonly capacity: number;
}

/** The contacts of particle i with balls, as entry and ball. They are the last of its row. Balls have none here: contacts between balls are in both rows. */
export function* atBallsOf(
  { entries, rowStarts, rest, capacity }: Rows,
  i: number,
): Generator<[number, number]> {
  if (rest[4 * i + 3] < 0) return;
  for (let e = rowStarts[i]; e < Math.min(capacity, rowStarts[i + 1]); e++) {
    const ball = -rest[4 * entries[2 * e] + 3] - 1;
    if (ball >= 0) yield [e, ball];
  }
}

/** Number of contacts of each ball with each block of particles, ball by ball. No paper: bookkeeping. */
export const countAtBalls = defineKernel({
  name: 'countAtBalls',
  over: 'particles',
  buffers: {
    entries: read('uvec2', 'contactEntries'),
    rowStarts: read('u32', 'binStarts'),
    rest: read('vec4', 'particles'),
    counts: tally('bins'),
  },
  scalars: { blocks: 'u32', capacity: 'u32' },
  reference: (args, first, end) => {
    const { counts, blocks } = args;
    for (let i = first; i < end; i++)
      for (const [, ball] of atBallsOf(args, i)) counts[ball * blocks + Math.floor(i / BLOCK)]++;
  },
  wgsl,
});
