// Addresses in the blocks of a grid; see geometry.ts. Offsets are in bytes.

/** How finely weights are stored for a colour of a pair of rows: `KIND` in geometry.ts. */
export const ROWS: u32 = 0;
export const PARTICLES: u32 = 1;
export const SPRINGS: u32 = 2;

/** Blocks of a row of one colour. */
export function blocksOf(columns: u32): u32 {
  return (((columns + 1) >> 1) + 3) >> 2;
}

/** From a row to the next, in a buffer of three vectors a block. */
export function rowOfThrees(columns: u32): usize {
  return <usize>(blocksOf(columns) + 1) * 48;
}

/** From a row to the next, in a buffer of four vectors a block. */
export function rowOfFours(columns: u32): usize {
  return (<usize>blocksOf(columns)) << 6;
}

/** Where a row begins in a buffer of three vectors a block. */
export function threesAt(columns: u32, rows: u32, colour: u32, row: u32): usize {
  const all = ((rows + 1) & ~1) + 2;
  return 48 + <usize>(colour * all + row + 1) * rowOfThrees(columns);
}

/** Where a row begins in a buffer of four vectors a block. */
export function foursAt(columns: u32, rows: u32, colour: u32, row: u32): usize {
  const all = (rows + 1) & ~1;
  return <usize>(colour * all + row) * rowOfFours(columns);
}

/** Particles of a colour in the rows before this one. */
export function before(columns: u32, colour: u32, row: u32): u32 {
  return (row * columns + 1 - colour) >> 1;
}

/** Which of four entries there are not. */
export function isNothing(entries: v128): v128 {
  return i32x4.eq(entries, i32x4.splat(-1));
}

/** The numbers of a buffer that four entries name; 0 where there is none, for which number 0 is looked at. */
export function numbersAt(buffer: usize, entries: v128): v128 {
  const none = isNothing(entries);
  const at = i32x4.shl(v128.andnot(entries, none), 2);
  return v128.andnot(
    gathered(
      buffer + <usize>i32x4.extract_lane(at, 0),
      buffer + <usize>i32x4.extract_lane(at, 1),
      buffer + <usize>i32x4.extract_lane(at, 2),
      buffer + <usize>i32x4.extract_lane(at, 3),
    ),
    none,
  );
}

/** Four numbers from four addresses. */
export function gathered(p: usize, q: usize, r: usize, s: usize): v128 {
  const two = v128.load32_lane(q, v128.load32_zero(p), 1);
  return v128.load32_lane(s, v128.load32_lane(r, two, 2), 3);
}
