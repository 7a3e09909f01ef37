import { xOf, yOf, zOf } from '../../vector.as';
import { threesAt } from '../grid.as';

@unmanaged
export class BlockFromRows {
  delta: usize;
  blockSlots: usize;
  blockDelta: usize;
  columns: u32;
  rows: u32;
}

export function blockFromRows(a: BlockFromRows, first: u32, end: u32): void {
  for (let row = first; row < end; row++) {
    for (let plane: u32 = 0; plane < 2; plane++) {
      let to = a.blockDelta + threesAt(a.columns, a.rows, plane, row);
      let column = plane;
      for (; column + 6 < a.columns; column += 8, to += 48) {
        const slots = a.blockSlots + ((<usize>(row * a.columns + column)) << 2);
        const p = v128.load(a.delta + ((<usize>load<u32>(slots)) << 4));
        const q = v128.load(a.delta + ((<usize>load<u32>(slots, 8)) << 4));
        const r = v128.load(a.delta + ((<usize>load<u32>(slots, 16)) << 4));
        const s = v128.load(a.delta + ((<usize>load<u32>(slots, 24)) << 4));
        v128.store(to, xOf(p, q, r, s));
        v128.store(to, yOf(p, q, r, s), 16);
        v128.store(to, zOf(p, q, r, s), 32);
      }
      // The last one to three points of the row.
      for (; column < a.columns; column += 2, to += 4) {
        const slot = load<u32>(a.blockSlots + ((<usize>(row * a.columns + column)) << 2));
        const p = v128.load(a.delta + ((<usize>slot) << 4));
        v128.store32_lane(to, p, 0);
        v128.store32_lane(to, p, 1, 16);
        v128.store32_lane(to, p, 2, 32);
      }
    }
  }
}
