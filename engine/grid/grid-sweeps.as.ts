import { relaxPair } from './grid-relax.as';

@unmanaged
export class GridSweeps {
  gridDelta: usize;
  gridRhs: usize;
  gridWeights: usize;
  gridMixed: usize;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
  keep: f32;
  sweeps: u32;
  bandPairs: u32;
  seams: u32;
}

export function gridSweeps(a: GridSweeps, first: u32, end: u32): void {
  const pairs = (a.rows + 1) >> 1;
  const halves: u32 = 2 * a.sweeps;
  for (let band = first; band < end; band++) {
    const top = band * a.bandPairs;
    const bottom = min<u32>(pairs, top + a.bandPairs);
    if (a.seams) {
      for (let s: u32 = 0; s < halves; s++) {
        for (let pair = bottom - s; pair < bottom + s; pair++) halfSweep(a, s, pair);
      }
    } else {
      for (let front = top; front < bottom + halves; front++) {
        for (let s: u32 = 0; s < halves && s <= front - top; s++) {
          const pair = front - s;
          if (pair >= (top == 0 ? 0 : top + s) && pair < (bottom == pairs ? pairs : bottom - s))
            halfSweep(a, s, pair);
        }
      }
    }
  }
}

function halfSweep(a: GridSweeps, s: u32, pair: u32): void {
  relaxPair(a.gridDelta, a.gridRhs, a.gridWeights, a.gridMixed, a.columns, a.rows, s & 1, a.keep, pair);
}
