/**
 * Which levels of a cloth's hierarchy are in blocks: from the finest on, as long as each side has at least `FEWEST` points. Coarser levels, and all
 * levels of bodies without a grid, are in rows of neighbours.
 */
import { type Hierarchy, hierarchyOf } from '../../methods/multigrid/hierarchy.ts';
import { type Level, PARENTS, type Transfer } from '../../methods/multigrid/pattern.ts';
import { type Connections, defineStructure } from '../../structure.ts';
import { NO_ENTRY, type Size } from '../geometry.ts';
import { type Blocks, GRIDS } from '../grids.ts';
import { type Range, runsOf } from '../ranges.ts';
import {
  AROUND,
  CORRECTED,
  eightAt,
  eightsOf,
  fiveAt,
  fivesOf,
  neighboursIn,
  nineAt,
  ninesOf,
} from './coarse.ts';

/** The fewest points along a side of a level in blocks: with fewer, blocks are mostly empty. */
const FEWEST = 8;

/** A cloth on a level, in blocks. */
export interface Coarse extends Size {
  /** A prefix for the names of its buffers. */
  readonly name: string;
  /** Slots of its points on the level, row by row, and the same as ranges. */
  readonly slots: Uint32Array;
  readonly taken: readonly Range[];
  /** The first slot of each colour. */
  readonly colours: readonly number[];
  /** By weight in the blocks: its entry in the rows of the level. By share: its pair among the columns of P, and among the rows of P. */
  readonly entries: Uint32Array;
  readonly children: Uint32Array;
  /** Slots of coarse points in the order of `children`, one for each nine shares. */
  readonly points: Uint32Array;
  readonly parents: Uint32Array;
}

/** A cloth whose levels below the finest, from 1 on, are in blocks. */
export interface Cloth {
  readonly finest: Blocks;
  readonly coarse: readonly Coarse[];
}

/** Cloths that have more than their finest level in blocks. */
export const CLOTHS = defineStructure('cloths', (model): readonly Cloth[] =>
  GRIDS.of(model)
    .map((finest) => ({ finest, coarse: coarseOf(hierarchyOf(model), model, finest) }))
    .filter(({ coarse }) => coarse.length > 0),
);

/** The levels of a cloth that can be in blocks. The coarsest of all is not swept. */
function coarseOf(
  { levels, transfers, patches }: Hierarchy,
  { bodies }: Connections,
  finest: Blocks,
): Coarse[] {
  const which = bodies.slice(0, finest.body).filter(({ grid }) => grid !== undefined).length;
  const found: Coarse[] = [];
  for (let l = 1; l < levels.length - 1; l++) {
    const [fine, { points: slots, columns, rows }] = [patches[l - 1][which], patches[l][which]];
    if (Math.min(columns.length, rows.length) < FEWEST) break;
    const size = { columns: columns.length, rows: rows.length };
    const above = { columns: fine.columns.length, rows: fine.rows.length, slots: fine.points };
    const own = { ...size, slots };
    found.push({
      ...own,
      name: `${finest.name}Level${l}`,
      taken: runsOf(slots),
      colours: [0, 1, columns.length, columns.length + 1].map((point) => slots[point]),
      entries: entriesOf(levels[l], own),
      children: childrenOf(transfers[l - 1], above, own),
      points: pointsOf(own),
      parents: parentsOf(transfers[l - 1], above, own),
    });
  }
  return found;
}

type Slotted = Size & Pick<Coarse, 'slots'>;

/** The slot of a point; undefined where there is none. */
const slotIn = ({ columns, rows, slots }: Slotted, row: number, column: number): number | undefined =>
  row < 0 || row >= rows || column < 0 || column >= columns ? undefined : slots[row * columns + column];

/** By weight in the blocks: its entry in the rows of the level. */
function entriesOf({ rowStarts, neighbours }: Level, own: Slotted): Uint32Array {
  const table = new Uint32Array(eightsOf(own)).fill(NO_ENTRY);
  own.slots.forEach((slot, point) => {
    const [row, column] = [Math.floor(point / own.columns), point % own.columns];
    const named = neighbours.subarray(rowStarts[slot], rowStarts[slot + 1]);
    neighboursIn(column & 1).forEach(([down, right], d) => {
      const other = slotIn(own, row + down, column + right);
      const entry = other === undefined ? -1 : named.indexOf(other);
      if (entry >= 0) table[eightAt(own, row, column) + 4 * d] = rowStarts[slot] + entry;
    });
  });
  return table;
}

/** By share of a coarse point in the blocks: its pair in `children`. */
function childrenOf({ children, pairs }: Transfer, fine: Slotted, own: Slotted): Uint32Array {
  const table = new Uint32Array(ninesOf(own)).fill(NO_ENTRY);
  own.slots.forEach((slot, point) => {
    const [row, column] = [Math.floor(point / own.columns), point % own.columns];
    AROUND.forEach(([down, right], d) => {
      const child = slotIn(fine, 2 * row + down, 2 * column + right);
      for (let k = children[2 * (pairs + slot)]; k < children[2 * (pairs + slot + 1)]; k++)
        if (children[2 * k] === child && children[2 * k + 1] > 0) table[nineAt(own, row, column) + 4 * d] = k;
    });
  });
  return table;
}

/** The slots of four coarse points side by side, for each nine vectors of their shares; 0 past the end of a row. */
function pointsOf(own: Slotted): Uint32Array {
  const table = new Uint32Array(ninesOf(own) / 9);
  own.slots.forEach((slot, point) => {
    const first = nineAt(own, Math.floor(point / own.columns), point % own.columns);
    table[4 * Math.floor(first / 36) + (first % 4)] = slot;
  });
  return table;
}

/** By share of a fine point in the blocks: its pair in `parents`. */
function parentsOf({ parents }: Transfer, fine: Slotted, own: Slotted): Uint32Array {
  const table = new Uint32Array(fivesOf(fine)).fill(NO_ENTRY);
  for (let pair = 0; 2 * pair < fine.rows; pair++)
    for (let half = 0; 2 * half < fine.columns; half++)
      for (const { down, right, from, first } of CORRECTED) {
        const child = slotIn(fine, 2 * pair + down, 2 * half + right);
        if (child === undefined) continue;
        from.forEach(([below, beside], k) => {
          const parent = slotIn(own, pair + below, half + beside);
          for (let p = child * PARENTS; p < (child + 1) * PARENTS; p++)
            if (parents[2 * p] === parent && parents[2 * p + 1] > 0)
              table[fiveAt(fine, pair, half) + 4 * (first + k)] = p;
        });
      }
  return table;
}
