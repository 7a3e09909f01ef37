import { BLOCK, defineKernel, read, write } from '../../kernel.ts';
import wgsl from './cell-size.wgsl?raw';
import rangeWgsl from './range.wgsl?raw';

/** Cells are at most this many times as wide as particles: past that, what is fast may be missed, and `overlooked` says so. */
export const WIDEST = 64;

/**
 * The sides of the cells, metres. Two particles that come within `reach` of each other in the step, and `turn` times the difference
 * of their ways, begin it at most that far apart along each axis, and that difference: no further than one cell. (A
 * thousandth more, for rounding.) Where that has to be cut, the second number of `overlooked` becomes 1, and stays so.
 */
export const cellSize = defineKernel({
  name: 'cellSize',
  over: 'one',
  buffers: {
    lowest: read('vec4', 'particleBlocks'),
    highest: read('vec4', 'particleBlocks'),
    cell: write('vec4', 'one'),
    overlooked: write('uvec2', 'one'),
  },
  scalars: { blocks: 'u32', reach: 'real', turn: 'real' },
  reference: ({ lowest, highest, cell, overlooked, blocks, reach, turn }) => {
    const range = [0, 1, 2].map((c) => {
      let [low, high] = [1e15, -1e15];
      for (let block = 0; block < blocks; block++) {
        low = Math.min(low, lowest[4 * block + c]);
        high = Math.max(high, highest[4 * block + c]);
      }
      return Math.max(0, high - low);
    });
    const sight = reach + Math.min(reach, turn * Math.hypot(...range));
    const sizes = range.map((size) => 1.001 * (sight + size));
    cell.set([...sizes.map((size) => Math.min(size, WIDEST * reach)), 0]);
    if (sizes.some((size) => size > WIDEST * reach)) overlooked[1] = 1;
  },
  lanes: BLOCK,
  wgsl: rangeWgsl + wgsl,
});
