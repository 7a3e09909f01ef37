import { threesAt } from '../grid.as';

@unmanaged
export class GridToRows {
  gridRhs: usize;
  gridSlots: usize;
  diagonal: usize;
  residual: usize;
  delta: usize;
  columns: u32;
  rows: u32;
}

export function gridToRows(a: GridToRows, first: u32, end: u32): void {
  for (let row = first; row < end; row++) {
    for (let column: u32 = 0; column < a.columns; column++) {
      const slot = <usize>load<u32>(a.gridSlots + ((<usize>(row * a.columns + column)) << 2));
      const half = column >> 1;
      const from =
        a.gridRhs +
        threesAt(a.columns, a.rows, column & 1, row) +
        <usize>(half >> 2) * 48 +
        ((half & 3) << 2);
      const r = f32x4.replace_lane(
        f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(0), 0, load<f32>(from)), 1, load<f32>(from, 16)),
        2,
        load<f32>(from, 32),
      );
      v128.store(a.residual + (slot << 4), f32x4.mul(v128.load32_splat(a.diagonal + (slot << 2)), r));
      v128.store(a.delta + (slot << 4), f32x4.splat(0));
    }
  }
}
