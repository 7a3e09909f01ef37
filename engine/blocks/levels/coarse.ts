/**
 * The layout of a cloth's coarser levels for SIMD. The even columns of a row are in one plane of blocks, the odd columns in another. Blocks are
 * [x4 y4 z4] with zeros around the level, as on the finest level (../geometry.ts).
 *
 * Coarse point (R, C) lies at fine point (2R, 2C) and gathers from the fine points at most one row and one column away. If a
 * direction has an even number of points, its last point is kept as well. The coarse row or column for it then lies one beyond the
 * fine ones and gathers from the row or column before it only.
 *
 * On the finest level the planes are the colours red and black. There even columns are red in even rows and black in odd rows; the argument `isFinest`
 * is 1 for that level. coarse.as.ts has the same addresses.
 */
import { blocksOf, pairsOf, type Size, threeAt } from '../geometry.ts';

/** Scalars of kernels between two levels: the sizes of the fine one and of the coarse one. */
export const SIZES = { fineColumns: 'u32', fineRows: 'u32', columns: 'u32', rows: 'u32' } as const;

/** The index of a point's x in a buffer of three vectors a block; y and z are 4 and 8 further. Columns may be outside the level, in the zeros. */
export const pointAt = (size: Size, row: number, column: number, isFinest: number): number =>
  threeAt(size, (isFinest === 1 ? row + column : column) & 1, row, column >> 1);

/** Rows and columns from a point of the even plane to its eight neighbours, in the order of their weights. */
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
/** The same for either plane. Of two neighbours in the other plane the one with the point's own half comes first. */
export const neighboursIn = (plane: number): readonly (readonly [number, number])[] =>
  BESIDE.map(([down, right]) => [down, plane === 0 ? right : -right]);

/** The index of a point's first weight in a buffer of eight vectors a block; the others are 4, 8, … further. */
export const eightAt = (size: Size, row: number, column: number): number =>
  32 * (((column & 1) * 2 * pairsOf(size) + row) * blocksOf(size) + (column >> 3)) + ((column >> 1) & 3);
export const eightsOf = (size: Size): number => 32 * 2 * 2 * pairsOf(size) * blocksOf(size);

/** The nine fine points that coarse point (R, C) gathers from, as rows and columns from (2R, 2C). */
export const AROUND: readonly (readonly [number, number])[] = [-1, 0, 1].flatMap((down) =>
  [0, 1, -1].map((right) => [down, right] as const),
);

/** The index of a coarse point's first share in a buffer of nine vectors for four columns side by side. */
export const nineAt = (size: Size, row: number, column: number): number =>
  36 * (row * 2 * blocksOf(size) + (column >> 2)) + (column & 3);
export const ninesOf = (size: Size): number => 36 * size.rows * 2 * blocksOf(size);

/**
 * The fine points (2R + down, 2C + right) that interpolation writes. Each takes shares `from` one or two coarse points, given as rows and columns
 * from (R, C); `first` is the place of its first share. The fourth kind of point, down = right = 1, is missing: the following
 * sweep begins with it and overwrites it. On the finest level the sweep begins with red points, which are the third and the fourth kind.
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

/** The index of the first share of the fine points (2R …, 2C …) in a buffer of five vectors for each block of the fine level. */
export const fiveAt = (fine: Size, pair: number, half: number): number =>
  20 * (pair * blocksOf(fine) + (half >> 2)) + (half & 3);
export const fivesOf = (fine: Size): number => 20 * pairsOf(fine) * blocksOf(fine);
