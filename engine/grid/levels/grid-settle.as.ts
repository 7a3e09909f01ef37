import { rowOfThrees, threesAt } from '../grid.as';
import { relaxPair } from '../grid-relax.as';

@unmanaged
export class GridSettle {
  gridChange: usize;
  gridRhs: usize;
  gridWeights: usize;
  gridMixed: usize;
  gridDelta: usize;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
}

/** Each pair is added while it is still in a cache: black ones of other pairs read ε, not δ. */
export function gridSettle(a: GridSettle, first: u32, end: u32): void {
  for (let pair = first; pair < end; pair++) {
    relaxPair(a.gridChange, a.gridRhs, a.gridWeights, a.gridMixed, a.columns, a.rows, 1, 0, pair);
    addPair(a, threesAt(a.columns, a.rows, 0, 2 * pair));
    addPair(a, threesAt(a.columns, a.rows, 1, 2 * pair));
  }
}

/** Two rows of a colour, zeros and all. */
function addPair(a: GridSettle, start: usize): void {
  for (let at = start, stop = start + 2 * rowOfThrees(a.columns); at < stop; at += 48) {
    const d = a.gridDelta + at;
    const e = a.gridChange + at;
    v128.store(d, f32x4.add(v128.load(d), v128.load(e)));
    v128.store(d, f32x4.add(v128.load(d, 16), v128.load(e, 16)), 16);
    v128.store(d, f32x4.add(v128.load(d, 32), v128.load(e, 32)), 32);
  }
}
