import { enterRow } from './block-enter.as';
import { before, blocksOf, foursAt } from './grid.as';

@unmanaged
export class BlockBring {
  rhs: usize;
  blockRhs: usize;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
}

export function blockBring(a: BlockBring, first: u32, end: u32): void {
  for (let row: u32 = 2 * first, stop = min<u32>(a.rows, 2 * end); row < stop; row++) {
    for (let colour: u32 = 0; colour < 2; colour++) {
      const start = before(a.columns, colour, row);
      const count = before(a.columns, colour, row + 1) - start;
      const from = a.rhs + ((<usize>(start + (colour == 0 ? a.red : a.black))) << 4);
      enterRow(from, count, a.blockRhs + foursAt(a.columns, a.rows, colour, row), 64, blocksOf(a.columns));
    }
  }
}
