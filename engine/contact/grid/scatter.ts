import { defineKernel, read, write } from '../../kernel.ts';
import soundWgsl from '../../motion/sound.wgsl?raw';
import { beginning } from './bin.ts';
import { wayOf } from './motion-range.ts';
import wgsl from './scatter.wgsl?raw';

/** vec4s of a particle among its neighbours. */
export const PLACE = 4;

/**
 * Particles bin by bin, in a bin by slot, four vec4s each: where it begins the step and its radius; its way and its slot; where it is
 * at rest and its body; its inverse mass and its material. Balls, in the order of their numbers, stand at the end.
 */
export const scatter = defineKernel({
  name: 'scatter',
  over: 'particles',
  buffers: {
    x: read('vec4', 'particles'),
    v: read('vec4', 'particles'),
    delta: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    rest: read('vec4', 'particles'),
    members: read('uvec2', 'members'),
    starts: read('u32', 'binStarts'),
    places: write('vec4', 'places'),
  },
  scalars: { h: 'real' },
  reference: ({ x, v, delta, masses, rest, members, starts, places, h }, first, end) => {
    for (let member = first; member < end; member++) {
      const [i, bin] = members.subarray(2 * member, 2 * member + 2);
      const isBall = rest[4 * i + 3] < 0;
      let place = isBall ? member : starts[bin];
      // After those of its bin that have lower slots.
      if (!isBall) for (let k = starts[bin]; k < starts[bin + 1]; k++) if (members[2 * k] < i) place++;
      const at = 4 * PLACE * place;
      for (let c = 0; c < 3; c++) {
        places[at + c] = beginning(x, v, h, i, c);
        places[at + 4 + c] = wayOf(v, delta, h, i, c);
      }
      places[at + 3] = masses[4 * i + 2];
      places[at + 7] = i;
      places.set(rest.subarray(4 * i, 4 * i + 4), at + 8);
      places.set([masses[4 * i + 1], masses[4 * i + 3], 0, 0], at + 12);
    }
  },
  wgsl: soundWgsl + wgsl,
});
