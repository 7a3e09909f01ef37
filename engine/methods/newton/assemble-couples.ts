import { defineKernel, read, write } from '../../kernel.ts';
import { UPPER } from './add-blocks.ts';
import { STATUS } from './status.ts';

/**
 * The part of elements in the matrix of assemble-hessian.ts: −T_ab between the corners of a couple, their sum on the diagonal.
 * `couplePlaces` says where the nine numbers of a couple go, row of a by column of b. Rows and columns of pins are left alone.
 * The Hessian of g, [LBOK13] Eq. (8).
 */
export const assembleCouples = defineKernel({
  name: 'assembleCouples',
  over: 'couples',
  serial: true,
  buffers: {
    masses: read('vec4', 'particles'),
    couples: read('uvec2', 'couples', { indexes: 'particles' }),
    elementTensors: read('f64', 'elementTensors'),
    couplePlaces: read('u32', 'couplePlaces', { indexes: 'panel' }),
    blockPlaces: read('u32', 'blocks', { indexes: 'panel' }),
    status: read('f64', 'newtonStatus'),
    panels: write('f64', 'panel'),
  },
  scalars: {},
  reference: (args, first, end) => {
    const { masses, couples, elementTensors, couplePlaces, blockPlaces, status, panels } = args;
    if (status[STATUS.due] === 0) return;
    const isPinned = (i: number) => masses[4 * i + 1] === 0;
    for (let pair = first; pair < end; pair++) {
      const ends = couples.subarray(2 * pair, 2 * pair + 2);
      ends.forEach((i, side) => {
        if (isPinned(i)) return;
        UPPER[side].forEach((place, t) => {
          panels[blockPlaces[6 * i + t]] += elementTensors[9 * pair + place];
        });
      });
      if (ends.some(isPinned)) continue;
      for (let ab = 0; ab < 9; ab++) panels[couplePlaces[9 * pair + ab]] -= elementTensors[9 * pair + ab];
    }
  },
});
