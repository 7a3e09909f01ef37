/** Which bodies of a model can be in blocks: cloths of structural springs. */
import { type Connections, defineStructure } from '../structure.ts';
import {
  columnOf,
  DIRECTIONS,
  eachParticle,
  fourAt,
  foursOf,
  type Geometry,
  NO_ENTRY,
  neighbourHalf,
  neighbourRow,
  pairsOf,
  slotAt,
} from './geometry.ts';
import type { Range } from './ranges.ts';

export interface Blocks extends Geometry {
  /** The number of the body. */
  readonly body: number;
  /** A prefix for the names of its buffers. */
  readonly name: string;
  /** Slots of its particles. */
  readonly taken: readonly Range[];
  readonly entries: Uint32Array;
}

/** The cloth as a grid, where each particle has exactly the springs to its four neighbours, and red and black alternate. */
function gridOf({ bodies, ...model }: Connections, body: number): Blocks | undefined {
  const { grid, first, springs } = bodies[body];
  if (!grid) return undefined;
  const { columns, rows } = grid;
  const { slotOf, neighbours, rowStarts } = model;
  const structural = rows * (columns - 1) + columns * (rows - 1);
  const geometry = { columns, rows, red: slotOf[first], black: slotOf[first + 1] };
  const entries = new Uint32Array(4 * foursOf(geometry)).fill(NO_ENTRY);
  let isGrid = springs[1] - springs[0] === structural;
  eachParticle(geometry, 0, isGrid ? pairsOf(geometry) : 0, (colour, row, half) => {
    const slot = slotAt(geometry, colour, row, half);
    isGrid &&= slotOf[first + row * columns + columnOf(colour, row, half)] === slot;
    const at = fourAt(geometry, colour, row, half);
    for (let d = 0; d < DIRECTIONS; d++) {
      const otherRow = neighbourRow(row, d);
      const otherHalf = neighbourHalf(colour, row, half, d);
      const otherColumn = columnOf(1 - colour, otherRow, otherHalf);
      if (otherRow < 0 || otherRow >= rows || otherColumn < 0 || otherColumn >= columns) continue;
      const other = slotAt(geometry, 1 - colour, otherRow, otherHalf);
      let entry = rowStarts[slot];
      while (entry < rowStarts[slot + 1] && neighbours[entry] !== other) entry++;
      isGrid &&= entry < rowStarts[slot + 1];
      entries[at + 4 * d] = entry;
    }
    // A row with more entries, such as links of elements, does not fit into four directions.
    const found = entries.subarray(at, at + 16).filter((entry, k) => k % 4 === 0 && entry !== NO_ENTRY);
    const named = neighbours.subarray(rowStarts[slot], rowStarts[slot + 1]).filter((other) => other !== slot);
    isGrid &&= found.length === named.length;
  });
  if (!isGrid) return undefined;
  const taken = [
    [geometry.red, slotAt(geometry, 0, rows, 0)],
    [geometry.black, slotAt(geometry, 1, rows, 0)],
  ] as const;
  return { ...geometry, body, name: `grid${body}`, taken, entries };
}

export const GRIDS = defineStructure('grids', (model): readonly Blocks[] =>
  model.bodies.flatMap((_, body) => gridOf(model, body) ?? []),
);

/** Why a body of a model is not among them, as far as that is seen without looking at its springs. */
export function whyNoGrid({ bodies }: Connections, body: number): string | undefined {
  const { grid, splits, springs, links, isMagazine } = bodies[body];
  if (splits) return 'cloth that splits keeps rows for its spares';
  if (!grid) return isMagazine ? 'balls have no springs' : 'only cloth in a grid goes in blocks';
  if (links[1] > links[0]) return 'blocks hold springs, not elements';
  const { columns, rows } = grid;
  const isStructural = springs[1] - springs[0] === rows * (columns - 1) + columns * (rows - 1);
  return isStructural ? undefined : 'blocks hold structural springs, not shear or bend springs';
}
