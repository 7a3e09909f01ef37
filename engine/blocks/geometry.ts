/**
 * The layout of a cloth of structural springs for SIMD. The particles of one colour in a row are in blocks of four: x of all
 * four, then y, then z. A particle's `half` is its number among those of its colour in the row; its column is 2 half + (row + colour) mod 2.
 * All four neighbours have the other colour. Those above and below, and one beside, have the particle's own half; the fourth has the
 * half before or after. There is a block of zeros before and after each row, and a row of zeros above and below: missing neighbours
 * are read from there. Rows come in pairs; an odd number of rows is filled up with a row of zeros. grid.as.ts has the same addresses.
 */

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Geometry of a grid, as kernels get it. */
export interface Geometry extends Size {
  /** Slots of the first red and the first black particle; those of a colour follow each other row by row. */
  readonly red: number;
  readonly black: number;
}

export const GEOMETRY = { columns: 'u32', rows: 'u32', red: 'u32', black: 'u32' } as const;

/**
 * How finely weights are stored for a colour of a pair of rows: one per row, except in its first and last block, where springs
 * may be missing; one per particle; one per spring.
 */
export const KIND = { rows: 0, particles: 1, springs: 2 } as const;

/** Marks the absence of an entry. */
export const NO_ENTRY = 0xffff_ffff;

export const LANES = 4;
/** Springs of a particle, in this order: to the neighbour with its own half, the one before or after it, up, down. */
export const DIRECTIONS = 4;

/** Blocks of a row of one colour. */
export const blocksOf = ({ columns }: Size): number => Math.ceil(Math.ceil(columns / 2) / LANES);
export const pairsOf = ({ rows }: Size): number => Math.ceil(rows / 2);

/** Blocks of one colour, including those of zeros. */
const withZeros = (grid: Size): number => (2 * pairsOf(grid) + 2) * (blocksOf(grid) + 1);

/** Length, in vectors of four, of a buffer with three a block, such as δ and positions, and of one with four a block, such as weights. */
export const threesOf = (grid: Size): number => (1 + 2 * withZeros(grid)) * 3;
export const foursOf = (grid: Size): number => 2 * 2 * pairsOf(grid) * blocksOf(grid) * 4;

/** The index of a particle's x in a buffer of three vectors a block; y and z are 4 and 8 further. */
export const threeAt = (grid: Size, colour: number, row: number, half: number): number =>
  12 * (1 + colour * withZeros(grid) + (row + 1) * (blocksOf(grid) + 1) + (half >> 2)) + (half & 3);

/** The index of a particle's first number in a buffer of four vectors a block; the others are 4, 8 and 12 further. */
export const fourAt = (grid: Size, colour: number, row: number, half: number): number =>
  16 * ((colour * 2 * pairsOf(grid) + row) * blocksOf(grid) + (half >> 2)) + (half & 3);

/** Particles of a colour in the rows before this one. */
const before = (columns: number, colour: number, row: number): number => (row * columns + 1 - colour) >> 1;

/** Particles of a colour in a row. */
export const halvesOf = ({ columns }: Size, colour: number, row: number): number =>
  before(columns, colour, row + 1) - before(columns, colour, row);

export const slotAt = (grid: Geometry, colour: number, row: number, half: number): number =>
  (colour === 0 ? grid.red : grid.black) + before(grid.columns, colour, row) + half;

export const columnOf = (colour: number, row: number, half: number): number =>
  2 * half + ((row + colour) & 1);

/** The half of the one neighbour whose half differs from the particle's. */
const besideOf = (colour: number, row: number, half: number): number => half + ((row ^ colour) & 1 ? 1 : -1);

/** Row and half of the neighbour in a direction; they may be outside the cloth, in the zeros. */
export const neighbourRow = (row: number, direction: number): number =>
  direction < 2 ? row : row + (direction === 2 ? -1 : 1);
export const neighbourHalf = (colour: number, row: number, half: number, direction: number): number =>
  direction === 1 ? besideOf(colour, row, half) : half;

/** Row and half of the four neighbours, in the order of the directions. */
export const neighboursOf = (colour: number, row: number, half: number) =>
  [0, 1, 2, 3].map((d) => [neighbourRow(row, d), neighbourHalf(colour, row, half, d)] as const);

/** Calls `see` for every particle of the pairs of rows [first, end). */
export function eachParticle(
  grid: Size,
  first: number,
  end: number,
  see: (colour: number, row: number, half: number) => void,
): void {
  for (let row = 2 * first; row < Math.min(grid.rows, 2 * end); row++)
    for (let colour = 0; colour < 2; colour++)
      for (let half = 0; half < halvesOf(grid, colour, row); half++) see(colour, row, half);
}
