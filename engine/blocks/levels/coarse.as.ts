// Addresses on the coarser levels of a grid; see coarse.ts. Offsets are in bytes.
import { blocksOf, threesAt } from '../grid.as';

/** Where the even (0) or odd (1) columns of a row begin in a buffer of three vectors a block. */
export function planeAt(columns: u32, rows: u32, row: u32, plane: u32, isFinest: u32): usize {
  return threesAt(columns, rows, (isFinest ? row + plane : plane) & 1, row);
}

/** Where the weights of a row of a plane begin. */
export function eightsAt(columns: u32, rows: u32, row: u32, plane: u32): usize {
  const all = (rows + 1) & ~1;
  return (<usize>((plane * all + row) * blocksOf(columns))) << 7;
}
