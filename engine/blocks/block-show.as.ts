import { leaveRow } from './block-leave.as';
import { before, foursAt, threesAt } from './grid.as';

@unmanaged
export class BlockShow {
  blockDelta: usize;
  blockRhs: usize;
  delta: usize;
  rhs: usize;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
}

export function blockShow(a: BlockShow, first: u32, end: u32): void {
  for (let row: u32 = 2 * first, stop = min<u32>(a.rows, 2 * end); row < stop; row++) {
    for (let colour: u32 = 0; colour < 2; colour++) {
      const start = before(a.columns, colour, row);
      const count = before(a.columns, colour, row + 1) - start;
      const to = (<usize>(start + (colour == 0 ? a.red : a.black))) << 4;
      leaveRow(a.blockDelta + threesAt(a.columns, a.rows, colour, row), 48, a.delta + to, count);
      leaveRow(a.blockRhs + foursAt(a.columns, a.rows, colour, row), 64, a.rhs + to, count);
    }
  }
}
