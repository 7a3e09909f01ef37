/** A cloth of structural springs in blocks: which ones can be, and their buffers. */
import type { Model } from '../model.ts';
import type { MemoryPlan } from '../program.ts';
import {
  columnOf,
  eachParticle,
  fourAt,
  foursOf,
  type Geometry,
  neighboursOf,
  pairsOf,
  slotAt,
  threesOf,
} from './geometry.ts';
import { MEETING } from './grid-sweeps.ts';
import { NO_ENTRY } from './grid-weigh.ts';
import type { Range } from './ranges.ts';

export interface Blocks extends Geometry {
  /** The number of the body. */
  readonly body: number;
  /** Before the names of its buffers. */
  readonly name: string;
  /** Slots of its particles. */
  readonly taken: readonly Range[];
  readonly entries: Uint32Array;
  /** Whether all its springs have one stiffness. */
  readonly isUniform: boolean;
}

/** The cloth as a grid, where each particle has exactly the springs to its four neighbours, and red and black alternate. */
export function gridOf(model: Model, body: number): Blocks | undefined {
  const { grid, first, springs } = model.bodies[body];
  if (!grid) return undefined;
  const { columns, rows } = grid;
  const { slotOf, neighbours, width, stiffness } = model;
  const structural = rows * (columns - 1) + columns * (rows - 1);
  const geometry = { columns, rows, red: slotOf[first], black: slotOf[first + 1] };
  const entries = new Uint32Array(4 * foursOf(geometry)).fill(NO_ENTRY);
  let isGrid = springs[1] - springs[0] === structural;
  eachParticle(geometry, 0, isGrid ? pairsOf(geometry) : 0, (colour, row, half) => {
    const slot = slotAt(geometry, colour, row, half);
    isGrid &&= slotOf[first + row * columns + columnOf(colour, row, half)] === slot;
    neighboursOf(colour, row, half).forEach(([otherRow, otherHalf], d) => {
      const otherColumn = columnOf(1 - colour, otherRow, otherHalf);
      if (otherRow < 0 || otherRow >= rows || otherColumn < 0 || otherColumn >= columns) return;
      const other = slotAt(geometry, 1 - colour, otherRow, otherHalf);
      const entry = neighbours.subarray(slot * width, (slot + 1) * width).indexOf(other);
      isGrid &&= entry >= 0;
      entries[fourAt(geometry, colour, row, half) + 4 * d] = slot * width + entry;
    });
  });
  const isUniform = stiffness.subarray(...springs).every((one) => one === stiffness[springs[0]]);
  if (!isGrid) return undefined;
  const taken = [
    [geometry.red, slotAt(geometry, 0, rows, 0)],
    [geometry.black, slotAt(geometry, 1, rows, 0)],
  ] as const;
  return { ...geometry, body, name: `grid${body}`, taken, entries, isUniform };
}

export const buffersOf = ({ name }: Blocks) => ({
  gridX: `${name}X`,
  gridV: `${name}V`,
  gridPush: `${name}Push`,
  gridDelta: `${name}Delta`,
  gridRhs: `${name}Rhs`,
  gridWeights: `${name}Weights`,
  gridLengths: `${name}Lengths`,
  gridMixed: `${name}Mixed`,
  gridPlain: `${name}Plain`,
  gridMeetings: `${name}Meetings`,
  gridEntries: `${name}Entries`,
});

export function memoryOf(grid: Blocks, threads: number): MemoryPlan {
  const bound = buffersOf(grid);
  const threes = { role: 'scratch', element: 'vec4', domain: 'gridThrees', length: threesOf(grid) } as const;
  const fours = { role: 'scratch', element: 'vec4', domain: 'gridFours', length: foursOf(grid) } as const;
  return {
    [bound.gridX]: threes,
    [bound.gridV]: threes,
    [bound.gridPush]: fours,
    [bound.gridDelta]: threes,
    [bound.gridRhs]: fours,
    [bound.gridWeights]: fours,
    [bound.gridLengths]: fours,
    [bound.gridMixed]: { role: 'scratch', element: 'uvec2', domain: 'gridPairs', length: pairsOf(grid) },
    [bound.gridPlain]: { role: 'scratch', element: 'u32', domain: 'gridPairs', length: pairsOf(grid) },
    [bound.gridMeetings]: {
      role: 'scratch',
      element: 'u32',
      domain: 'gridMeetings',
      length: MEETING * threads,
    },
    [bound.gridEntries]: {
      role: 'constant',
      element: 'u32',
      domain: 'gridDirections',
      length: grid.entries.length,
      initial: grid.entries,
    },
  };
}

/** All pairs of rows of a grid, its buffers, and what kernels are told of it. */
export const over = (grid: Blocks) => {
  const { columns, rows, red, black } = grid;
  return {
    range: [0, pairsOf(grid)] as const,
    bind: buffersOf(grid),
    scalars: { columns, rows, red, black },
  };
};
