import { defineKernel, read, tally, write } from '../../kernel.ts';
import wgsl from './bin.wgsl?raw';
import binOfWgsl from './bin-of.wgsl?raw';
import { moveOf } from './foresee.ts';

/** The cell of a coordinate along one axis. */
export const cellAt = (place: number, size: number): number =>
  Math.floor(Math.max(-1e9, Math.min(1e9, place / size)));

/**
 * The bin of a cell, one of `bins`, a power of two; the unbounded cells share them. A cube of four cells a side has 64 consecutive
 * bins, so that a cell and its 26 neighbours never share one; a hash says where the 64 begin.
 */
export function binAt(x: number, y: number, z: number, bins: number): number {
  const within = (x & 3) | ((y & 3) << 2) | ((z & 3) << 4);
  const hash = Math.imul(x >> 2, 73_856_093) ^ Math.imul(y >> 2, 19_349_663) ^ Math.imul(z >> 2, 83_492_791);
  return ((hash << 6) | within) & (bins - 1);
}

/**
 * The bin of every particle's position at the beginning of the step, and its rank in the bin. Rank order is nondeterministic; `scatter` sorts.
 * The position and the radius are kept in `since`, the state for which the neighbour lists are valid. A ball's bin is past the last one, and its rank is
 * its number.
 * [NP17] 3.4: a uniform grid of cells.
 */
export const bin = defineKernel({
  name: 'bin',
  over: 'particles',
  buffers: {
    moves: read('vec4', 'moves'),
    rest: read('vec4', 'particles'),
    cell: read('vec4', 'one'),
    counts: tally('bins'),
    binOf: write('uvec2', 'particles'),
    since: write('vec4', 'particles'),
  },
  scalars: { bins: 'u32' },
  reference: ({ moves, rest, cell, counts, binOf, since, bins }, first, end) => {
    for (let i = first; i < end; i++) {
      const begin = moveOf(moves, i).subarray(0, 4);
      since.set(begin, 4 * i);
      if (rest[4 * i + 3] < 0) {
        binOf.set([bins, -rest[4 * i + 3] - 1], 2 * i);
        continue;
      }
      const [cx, cy, cz] = [0, 1, 2].map((c) => cellAt(begin[c], cell[c]));
      const found = binAt(cx, cy, cz, bins);
      binOf.set([found, counts[found]++], 2 * i);
    }
  },
  wgsl: binOfWgsl + wgsl,
});
