import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './outdate.wgsl?raw';

/** A diagonal that marks a row for `coarsen` to recompute. */
export const OUTDATED = -1;

/**
 * Marks the coarse rows that `coarsen` has to recompute after springs tore: those with a child, or a neighbour of a child, whose own
 * row or interpolation changed. Their diagonal becomes −1. With `all` 1, every row.
 * No paper: bookkeeping.
 */
export const outdate = defineKernel({
  name: 'outdate',
  over: 'particles',
  buffers: {
    children: read('uvec2', 'children'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    changed: read('u32', 'particles', { elsewhere: true }),
    coarseChanged: write('u32', 'particles'),
    coarseDiagonal: write('real', 'particles'),
  },
  scalars: { entries: 'u32', pairs: 'u32', all: 'u32' },
  reference: (args, first, end) => {
    const { children, neighbours, changed, coarseChanged, coarseDiagonal, entries, pairs, all } = args;
    for (let point = first; point < end; point++) {
      let found = all;
      const last = children[2 * (pairs + point + 1)];
      for (let k = children[2 * (pairs + point)]; k < last && found === 0; k++) {
        const child = children[2 * k];
        found = changed[child];
        const stop = neighbours[entries + child + 1];
        for (let e = neighbours[entries + child]; e < stop && found === 0; e++)
          found = changed[neighbours[e]];
      }
      coarseChanged[point] = found;
      if (found !== 0) coarseDiagonal[point] = OUTDATED;
    }
  },
  wgsl,
});
