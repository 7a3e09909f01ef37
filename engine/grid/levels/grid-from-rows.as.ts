import { threesAt } from '../grid.as';

@unmanaged
export class GridFromRows {
  delta: usize;
  gridSlots: usize;
  gridDelta: usize;
  columns: u32;
  rows: u32;
}

export function gridFromRows(a: GridFromRows, first: u32, end: u32): void {
  for (let row = first; row < end; row++) {
    for (let column: u32 = 0; column < a.columns; column++) {
      const slot = <usize>load<u32>(a.gridSlots + ((<usize>(row * a.columns + column)) << 2));
      const half = column >> 1;
      const to =
        a.gridDelta +
        threesAt(a.columns, a.rows, column & 1, row) +
        <usize>(half >> 2) * 48 +
        ((half & 3) << 2);
      const from = a.delta + (slot << 4);
      store<f32>(to, load<f32>(from));
      store<f32>(to, load<f32>(from, 4), 16);
      store<f32>(to, load<f32>(from, 8), 32);
    }
  }
}
