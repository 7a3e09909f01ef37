import { defineKernel, type RealArray, read, tally, write } from '../../kernel.ts';
import wgsl from './bin.wgsl?raw';
import binOfWgsl from './bin-of.wgsl?raw';

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

/** Where particle i begins the step, along axis c, metres. */
export const beginning = (x: RealArray, v: RealArray, h: number, i: number, c: number): number =>
  x[4 * i + c] - h * v[4 * i + c];

/**
 * The bin of every particle, where it begins the step, and its rank in it. Ranks go by luck: `sortBins` puts things in
 * order. Balls have no bin; theirs is past the last, and their rank is their number.
 */
export const bin = defineKernel({
  name: 'bin',
  over: 'particles',
  buffers: {
    x: read('vec4', 'particles'),
    v: read('vec4', 'particles'),
    rest: read('vec4', 'particles'),
    cell: read('vec4', 'one'),
    counts: tally('bins'),
    binOf: write('uvec2', 'particles'),
  },
  scalars: { h: 'real', bins: 'u32' },
  reference: ({ x, v, rest, cell, counts, binOf, h, bins }, first, end) => {
    for (let i = first; i < end; i++) {
      if (rest[4 * i + 3] < 0) {
        binOf.set([bins, -rest[4 * i + 3] - 1], 2 * i);
        continue;
      }
      const [cx, cy, cz] = [0, 1, 2].map((c) => cellAt(beginning(x, v, h, i, c), cell[c]));
      const found = binAt(cx, cy, cz, bins);
      binOf.set([found, counts[found]++], 2 * i);
    }
  },
  wgsl: binOfWgsl + wgsl,
});
