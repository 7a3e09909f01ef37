import { defineKernel, read, tally, write } from '../../kernel.ts';
import wgsl from './bin.wgsl?raw';
import binOfWgsl from './bin-of.wgsl?raw';
import { moveOf } from './foresee.ts';

/** Which cell a place along one axis is in. */
export const cellAt = (place: number, size: number): number =>
  Math.floor(Math.max(-1e9, Math.min(1e9, place / size)));

/**
 * The bin of a cell, of `bins` in all, a power of two: cells without end share them. Four cells a side have 64 bins in a
 * row, so that a cell and its 26 neighbours never share one; where the 64 begin is a hash.
 */
export function binAt(x: number, y: number, z: number, bins: number): number {
  const within = (x & 3) | ((y & 3) << 2) | ((z & 3) << 4);
  const hash = Math.imul(x >> 2, 73_856_093) ^ Math.imul(y >> 2, 19_349_663) ^ Math.imul(z >> 2, 83_492_791);
  return ((hash << 6) | within) & (bins - 1);
}

/**
 * The bin of every particle, where it begins the step, and its rank in it. Ranks go by luck: `scatter` puts things in order. Where it is
 * now and its radius are kept: `since` then its neighbours are known. Balls have no bin; theirs is past the last, and their rank is
 * their number.
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
