import { wOf, xOf, yOf, zOf } from '../../vector.as';
import { threesAt } from '../grid.as';

@unmanaged
export class BlockToRows {
  blockRhs: usize;
  blockSlots: usize;
  diagonal: usize;
  residual: usize;
  delta: usize;
  columns: u32;
  rows: u32;
}

export function blockToRows(a: BlockToRows, first: u32, end: u32): void {
  const none = f32x4.splat(0);
  for (let row = first; row < end; row++) {
    for (let plane: u32 = 0; plane < 2; plane++) {
      let from = a.blockRhs + threesAt(a.columns, a.rows, plane, row);
      let slots = a.blockSlots + ((<usize>(row * a.columns + plane)) << 2);
      let column = plane;
      for (; column + 6 < a.columns; column += 8, from += 48, slots += 32) {
        const x = v128.load(from);
        const y = v128.load(from, 16);
        const z = v128.load(from, 32);
        give(a, load<u32>(slots), xOf(x, y, z, none));
        give(a, load<u32>(slots, 8), yOf(x, y, z, none));
        give(a, load<u32>(slots, 16), zOf(x, y, z, none));
        give(a, load<u32>(slots, 24), wOf(x, y, z, none));
      }
      // The last one to three points of the row.
      for (; column < a.columns; column += 2, from += 4, slots += 8) {
        const xy = v128.load32_lane(from + 16, v128.load32_zero(from), 1);
        give(a, load<u32>(slots), v128.load32_lane(from + 32, xy, 2));
      }
    }
  }
}

/** Writes a point's residual and δ = 0. */
function give(a: BlockToRows, slot: u32, rhs: v128): void {
  const o = (<usize>slot) << 4;
  v128.store(a.residual + o, f32x4.mul(v128.load32_splat(a.diagonal + ((<usize>slot) << 2)), rhs));
  v128.store(a.delta + o, f32x4.splat(0));
}
