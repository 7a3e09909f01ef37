import { defineKernel, read, write } from '../../kernel.ts';
import { moveOf } from './foresee.ts';
import wgsl from './scatter.wgsl?raw';

/** vec4s of a particle among its neighbours. */
export const PLACE = 3;

/**
 * Particles bin by bin, within a bin by slot, three vec4s each: position at the beginning of the step and radius; displacement and slot; rest
 * position and body. Balls, in the order of their numbers, stand at the end.
 * [NP17] 3.4: particles sorted by cell.
 */
export const scatter = defineKernel({
  name: 'scatter',
  over: 'particles',
  buffers: {
    moves: read('vec4', 'moves'),
    rest: read('vec4', 'particles'),
    members: read('uvec2', 'members'),
    starts: read('u32', 'binStarts'),
    places: write('vec4', 'places'),
  },
  scalars: {},
  reference: ({ moves, rest, members, starts, places }, first, end) => {
    for (let member = first; member < end; member++) {
      const [i, bin] = members.subarray(2 * member, 2 * member + 2);
      const isBall = rest[4 * i + 3] < 0;
      let place = isBall ? member : starts[bin];
      // Behind the particles of its bin with lower slots.
      if (!isBall) for (let k = starts[bin]; k < starts[bin + 1]; k++) if (members[2 * k] < i) place++;
      const at = 4 * PLACE * place;
      places.set(moveOf(moves, i), at);
      places[at + 7] = i;
      places.set(rest.subarray(4 * i, 4 * i + 4), at + 8);
    }
  },
  wgsl,
});
