/** The buffers of a cloth in blocks. */
import type { MemoryPlan } from '../program.ts';
import { MEETING } from './block-sweeps.ts';
import { foursOf, pairsOf, threesOf } from './geometry.ts';
import type { Blocks } from './grids.ts';

export const buffersOf = ({ name }: Blocks) => ({
  blockX: `${name}X`,
  blockV: `${name}V`,
  blockPush: `${name}Push`,
  blockCalm: `${name}Calm`,
  blockDelta: `${name}Delta`,
  blockRhs: `${name}Rhs`,
  blockWeights: `${name}Weights`,
  blockLengths: `${name}Lengths`,
  blockKinds: `${name}Kinds`,
  blockPlain: `${name}Plain`,
  blockMeetings: `${name}Meetings`,
  blockEntries: `${name}Entries`,
});

export function memoryOf(grid: Blocks, threads: number): MemoryPlan {
  const bound = buffersOf(grid);
  // Role `kept`, since the zeros around the particles must stay.
  const threes = { role: 'kept', element: 'vec4', domain: 'blockThrees', length: threesOf(grid) } as const;
  const fours = { role: 'kept', element: 'vec4', domain: 'blockFours', length: foursOf(grid) } as const;
  const words = { role: 'prepared', element: 'u32', domain: 'blockPairs', length: pairsOf(grid) } as const;
  return {
    [bound.blockX]: threes,
    [bound.blockV]: threes,
    [bound.blockPush]: fours,
    [bound.blockCalm]: { ...words, role: 'scratch' },
    [bound.blockDelta]: threes,
    [bound.blockRhs]: fours,
    [bound.blockWeights]: { ...fours, role: 'prepared' },
    [bound.blockLengths]: { ...fours, role: 'prepared' },
    [bound.blockKinds]: { ...words, element: 'uvec2' },
    [bound.blockPlain]: words,
    [bound.blockMeetings]: {
      role: 'kept',
      element: 'u32',
      domain: 'blockMeetings',
      length: MEETING * threads,
    },
    [bound.blockEntries]: {
      role: 'constant',
      element: 'u32',
      domain: 'blockDirections',
      length: grid.entries.length,
      initial: grid.entries,
    },
  };
}

/** Range, buffers and scalars of a call over all pairs of rows of a grid. */
export const over = (grid: Blocks) => {
  const { columns, rows, red, black } = grid;
  return {
    range: [0, pairsOf(grid)] as const,
    bind: buffersOf(grid),
    scalars: { columns, rows, red, black },
  };
};
