import { defineKernel, read, write } from '../../kernel.ts';
import { RIDGE } from './spring-tensors.ts';
import { STATUS } from './status.ts';

/**
 * Where xx, xy, xz, yy, yz, zz stand in a couple's tensor, for its first particle, and in the transposed one, for its second. Over the
 * couples of a particle they add up to a tensor that is symmetric.
 */
export const UPPER = [
  [0, 1, 2, 4, 5, 8],
  [0, 3, 6, 4, 7, 8],
] as const;

/**
 * What elements add to the diagonal blocks of the Hessian, couple by couple, and RIDGE to its diagonal where it is the corrected one:
 * see spring-tensors.ts.
 * No paper: it adds.
 */
export const addBlocks = defineKernel({
  name: 'addBlocks',
  over: 'couples',
  serial: true,
  buffers: {
    couples: read('uvec2', 'couples', { indexes: 'particles' }),
    elementTensors: read('f64', 'elementTensors'),
    diagonal: write('f64', 'particles'),
    blocks: write('f64', 'blocks'),
    status: read('f64', 'newtonStatus'),
  },
  scalars: {},
  reference: ({ couples, elementTensors, diagonal, blocks, status }, first, end) => {
    if (status[STATUS.due] === 0) return;
    const ridge = status[STATUS.corrected] === 0 ? 0 : RIDGE;
    for (let pair = first; pair < end; pair++) {
      const tensor = elementTensors.subarray(9 * pair, 9 * pair + 9);
      const more = (ridge / 3) * Math.abs(tensor[0] + tensor[4] + tensor[8]);
      for (const side of [0, 1] as const) {
        const i = couples[2 * pair + side];
        UPPER[side].forEach((place, t) => {
          const isDiagonal = t === 0 || t === 3 || t === 5;
          blocks[6 * i + t] += tensor[place] + (isDiagonal ? more : 0);
        });
        diagonal[i] += more;
      }
    }
  },
});
