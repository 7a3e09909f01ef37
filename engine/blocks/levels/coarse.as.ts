// Addresses on the coarser levels of a grid; see coarse.ts. Offsets are in bytes.
import { blocksOf, threesAt } from '../grid.as';

/** The offset of a row's even (plane 0) or odd (plane 1) columns in a buffer of three vectors a block. */
export function planeAt(columns: u32, rows: u32, row: u32, plane: u32, isFinest: u32): usize {
  return threesAt(columns, rows, (isFinest ? row + plane : plane) & 1, row);
}

/** The offset of the weights of a row of a plane. */
export function eightsAt(columns: u32, rows: u32, row: u32, plane: u32): usize {
  const all = (rows + 1) & ~1;
  return (<usize>((plane * all + row) * blocksOf(columns))) << 7;
}
