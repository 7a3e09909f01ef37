import { BLOCK, defineKernel, read, write } from '../../kernel.ts';
import wgsl from './cell-size.wgsl?raw';
import { FAR, RANGES } from './motion-range.ts';
import rangeWgsl from './range.wgsl?raw';

/** Cells are at most this many times as wide as particles: past that, what is fast may be missed, and `overlooked` says so. */
const WIDEST = 64;

/**
 * Whether neighbours must be looked for again, and the sides of the cells to look in, metres; w is the `skin`.
 *
 * Two are neighbours if they come within `reach`, the skin and `turn` times the difference of their ways of each other. In later steps
 * nobody else may come within `reach` and `turn` times that difference, as long as nobody has come nearer to anybody by skin/(1 + 2 turn);
 * from then on the flag `isStale` is set. Where ways are so long that this would not last for two steps, there is no skin.
 *
 * Along each axis neighbours begin the step no further apart than that and the difference of their ways, which is the side of a cell (and
 * a thousandth more, for rounding). Where it has to be cut to `WIDEST`, the second number of `overlooked` becomes 1, and stays so.
 */
export const cellSize = defineKernel({
  name: 'cellSize',
  over: 'one',
  buffers: {
    ranges: read('vec4', 'motionRanges'),
    cell: write('vec4', 'one'),
    isStale: write('u32', 'one'),
    overlooked: write('uvec2', 'one'),
  },
  scalars: { blocks: 'u32', reach: 'real', turn: 'real', skin: 'real' },
  reference: ({ ranges, cell, isStale, overlooked, blocks, reach, turn, skin }) => {
    const rangeOf = (which: number): number[] =>
      [0, 1, 2].map((c) => {
        let [low, high] = [FAR, -FAR];
        for (let at = 4 * which + c; at < 4 * RANGES * blocks; at += 4 * RANGES) {
          low = Math.min(low, ranges[at]);
          high = Math.max(high, ranges[at + 4]);
        }
        return Math.max(0, high - low);
      });
    const [ways, drifts] = [rangeOf(0), rangeOf(2)];
    const way = Math.hypot(...ways);
    let kept = cell[3];
    if (cell[0] === 0 || 1.001 * (1 + 2 * turn) * Math.hypot(...drifts) > kept) {
      isStale[0] = 1;
      kept = 2 * (1 + 2 * turn) * way <= skin ? skin : 0;
    }
    const sight = reach + Math.min(reach, turn * way) + kept;
    const sizes = ways.map((size) => 1.001 * (sight + size));
    cell.set([...sizes.map((size) => Math.min(size, WIDEST * reach)), kept]);
    if (sizes.some((size) => size > WIDEST * reach)) overlooked[1] = 1;
  },
  lanes: BLOCK,
  wgsl: rangeWgsl + wgsl,
});
