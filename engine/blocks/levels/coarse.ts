/**
 * Coarser levels of a cloth, laid out for SIMD. A level's rows hold their even columns in one plane of blocks and their odd ones
 * in another, [x4 y4 z4] with zeros around as on the finest level (../geometry.ts). Of the fine level's points the coarse one
 * (R, C) gathers from those at most one row and one column from (2R, 2C); where a direction has an even number of points, its
 * last one is kept too, and the coarse row or column that stands for it lies one beyond: it gathers from before itself alone. On the finest
 * level planes are colours, and a row's even columns are red or black by turns: `isFinest` says so. coarse.as.ts says the same.
 */
import { blocksOf, pairsOf, type Size, threeAt } from '../geometry.ts';

/** Scalars of kernels between two levels. */
export const SIZES = { fineColumns: 'u32', fineRows: 'u32', columns: 'u32', rows: 'u32' } as const;

/** Where x of a point is in a buffer of three vectors a block; y and z are 4 and 8 further. Columns may lead into the zeros. */
export const pointAt = (size: Size, row: number, column: number, isFinest: number): number =>
  threeAt(size, (isFinest === 1 ? row + column : column) & 1, row, column >> 1);

/** Rows and columns from a point to those its row names, in the order of the weights of one plane. */
const BESIDE: readonly (readonly [number, number])[] = [
  [0, 1],
  [0, -1],
  [-1, 0],
  [1, 0],
  [-1, 1],
  [-1, -1],
  [1, 1],
  [1, -1],
];
/** The neighbour of the other plane that has the point's own half comes before the other one. */
export const neighboursIn = (plane: number): readonly (readonly [number, number])[] =>
  BESIDE.map(([down, right]) => [down, plane === 0 ? right : -right]);

/** Where the first weight of a point is, eight vectors a block; the others are 4, 8, … further. */
export const eightAt = (size: Size, row: number, column: number): number =>
  32 * (((column & 1) * 2 * pairsOf(size) + row) * blocksOf(size) + (column >> 3)) + ((column >> 1) & 3);
export const eightsOf = (size: Size): number => 32 * 2 * 2 * pairsOf(size) * blocksOf(size);

/** The fine points that a coarse one gathers from, as rows and columns from twice its own. */
export const AROUND: readonly (readonly [number, number])[] = [-1, 0, 1].flatMap((down) =>
  [0, 1, -1].map((right) => [down, right] as const),
);

/** Where the first share of a coarse point is, nine vectors for four columns side by side. */
export const nineAt = (size: Size, row: number, column: number): number =>
  36 * (row * 2 * blocksOf(size) + (column >> 2)) + (column & 3);
export const ninesOf = (size: Size): number => 36 * size.rows * 2 * blocksOf(size);

/**
 * Of fine points (2R + down, 2C + right) those that are corrected, and where each takes its shares `from`, as coarse rows and columns
 * from (R, C), the `first` of them in this place. The fourth kind is what the sweep after it begins with; on the finest
 * level the third too.
 */
export const CORRECTED = [
  {
    ...{ down: 0, right: 1, first: 0 },
    from: [
      [0, 0],
      [0, 1],
    ],
  },
  {
    ...{ down: 1, right: 0, first: 2 },
    from: [
      [0, 0],
      [1, 0],
    ],
  },
  { down: 0, right: 0, first: 4, from: [[0, 0]] },
] as const;

/** Where the first share of the fine points (2R …, 2C …) is, five vectors a block of the fine level's. */
export const fiveAt = (fine: Size, pair: number, half: number): number =>
  20 * (pair * blocksOf(fine) + (half >> 2)) + (half & 3);
export const fivesOf = (fine: Size): number => 20 * pairsOf(fine) * blocksOf(fine);
