import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './densify.wgsl?raw';

/**
 * A coarsest row with an entry for every point of its piece, divided by its diagonal: 1 at itself, −weight_ij elsewhere.
 * No paper: it copies rows.
 */
export const densify = defineKernel({
  name: 'densify',
  over: 'particles',
  buffers: {
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    weights: read('real', 'entries'),
    /** The points of the piece, the same in each of its rows; padded with the point itself. */
    members: read('u32', 'rows', { indexes: 'particles' }),
    /** Number of points in the piece. */
    memberCount: read('u32', 'particles'),
    dense: write('real', 'entries'),
  },
  scalars: { entries: 'u32', denseWidth: 'u32' },
  reference: ({ neighbours, weights, members, memberCount, dense, entries, denseWidth }, first, end) => {
    for (let i = first; i < end; i++) {
      for (let c = 0; c < denseWidth; c++) {
        const j = members[i * denseWidth + c];
        let value = 0;
        if (c < memberCount[i]) {
          if (j === i) value = 1;
          else
            for (let e = neighbours[entries + i]; e < neighbours[entries + i + 1]; e++)
              if (neighbours[e] === j) value -= weights[e];
        }
        dense[i * denseWidth + c] = value;
      }
    }
  },
  wgsl,
});
