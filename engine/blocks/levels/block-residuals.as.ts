import { blocksOf, foursAt, threesAt } from '../grid.as';

@unmanaged
export class BlockResiduals {
  blockRhs: usize;
  blockResidual: usize;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
}

export function blockResiduals(a: BlockResiduals, first: u32, end: u32): void {
  for (let row: u32 = 2 * first, stop = min<u32>(a.rows, 2 * end); row < stop; row++) {
    for (let colour: u32 = 0; colour < 2; colour++) {
      let from = a.blockRhs + foursAt(a.columns, a.rows, colour, row);
      let to = a.blockResidual + threesAt(a.columns, a.rows, colour, row);
      for (let block: u32 = 0; block < blocksOf(a.columns); block++, from += 64, to += 48) {
        v128.store(to, v128.load(from));
        v128.store(to, v128.load(from, 16), 16);
        v128.store(to, v128.load(from, 32), 32);
      }
    }
  }
}
