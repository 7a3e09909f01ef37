import { BLOCK, defineKernel, read, write } from '../../kernel.ts';
import wgsl from './cell-size.wgsl?raw';
import { FAR, RANGES } from './motion-range.ts';
import rangeWgsl from './range.wgsl?raw';

/** Largest width of a cell over that of a particle. Beyond it fast particles may be missed, which `overlooked` reports. */
const WIDEST = 64;

/**
 * Decides whether the neighbour lists must be rebuilt, and gives the sides of the cells to search in, metres; w is the `skin`.
 *
 * Two particles are neighbours if they come within `reach` + skin + `turn` times the difference of their displacements. The lists stay
 * complete until some pair has approached by skin/(1 + 2 turn); then the flag `isStale` is set. If displacements are so long that the lists
 * would not last for two steps, the skin is 0.
 *
 * The side of a cell is that distance plus the difference of displacements along the axis, and a thousandth more for rounding: neighbours begin
 * the step no further apart. If a side has to be cut to `WIDEST`, the second number of `overlooked` becomes 1 and stays so.
 * No paper: contact/particles/README.md derives it.
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
