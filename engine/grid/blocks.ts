/** The buffers of a cloth in blocks. */
import type { MemoryPlan } from '../program.ts';
import { foursOf, pairsOf, threesOf } from './geometry.ts';
import { MEETING } from './grid-sweeps.ts';
import type { Blocks } from './grids.ts';

export const buffersOf = ({ name }: Blocks) => ({
  gridX: `${name}X`,
  gridV: `${name}V`,
  gridPush: `${name}Push`,
  gridCalm: `${name}Calm`,
  gridDelta: `${name}Delta`,
  gridRhs: `${name}Rhs`,
  gridWeights: `${name}Weights`,
  gridLengths: `${name}Lengths`,
  gridKinds: `${name}Kinds`,
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
    [bound.gridCalm]: { role: 'scratch', element: 'u32', domain: 'gridPairs', length: pairsOf(grid) },
    [bound.gridDelta]: threes,
    [bound.gridRhs]: fours,
    [bound.gridWeights]: fours,
    [bound.gridLengths]: fours,
    [bound.gridKinds]: { role: 'scratch', element: 'uvec2', domain: 'gridPairs', length: pairsOf(grid) },
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
