// Addresses in the blocks of a grid; see geometry.ts. Offsets are in bytes.

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
