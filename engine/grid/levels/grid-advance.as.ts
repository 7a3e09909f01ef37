import { rowOfThrees, threesAt } from '../grid.as';

@unmanaged
export class GridAdvance {
  gridChange: usize;
  gridDelta: usize;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
}

/** Rows follow each other, zeros and all. */
export function gridAdvance(a: GridAdvance, first: u32, end: u32): void {
  for (let colour: u32 = 0; colour < 2; colour++) {
    const start = threesAt(a.columns, a.rows, colour, 2 * first);
    const stop = start + <usize>(2 * (end - first)) * rowOfThrees(a.columns);
    for (let at = start; at < stop; at += 48) {
      const d = a.gridDelta + at;
      const e = a.gridChange + at;
      v128.store(d, f32x4.add(v128.load(d), v128.load(e)));
      v128.store(d, f32x4.add(v128.load(d, 16), v128.load(e, 16)), 16);
      v128.store(d, f32x4.add(v128.load(d, 32), v128.load(e, 32)), 32);
    }
  }
}
