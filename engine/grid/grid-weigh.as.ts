import { foursAt, rowOfFours } from './grid.as';

@unmanaged
export class GridWeigh {
  gridEntries: usize;
  weights: usize;
  gridWeights: usize;
  gridRhs: usize;
  gridMixed: usize;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
}

export function gridWeigh(a: GridWeigh, first: u32, end: u32): void {
  for (let pair = first; pair < end; pair++) {
    for (let colour: u32 = 0; colour < 2; colour++) {
      const start = foursAt(a.columns, a.rows, colour, 2 * pair);
      const stop = start + 2 * rowOfFours(a.columns);
      let mixed: u32 = 0;
      for (let block = start; block < stop; block += 64) {
        for (let at = block; at < block + 16; at += 4) mixed |= weighOne(a, at);
      }
      store<u32>(a.gridMixed + ((<usize>(2 * pair + colour)) << 2), mixed);
    }
  }
}

/** The four weights of the particle at `at`, and the greatest of them; 1 where there are others. */
function weighOne(a: GridWeigh, at: usize): u32 {
  let most: f32 = 0;
  for (let d: usize = at; d < at + 64; d += 16) {
    const entry = load<u32>(a.gridEntries + d);
    const weight: f32 = entry == u32.MAX_VALUE ? 0 : load<f32>(a.weights + ((<usize>entry) << 2));
    store<f32>(a.gridWeights + d, weight);
    most = max<f32>(most, weight);
  }
  store<f32>(a.gridRhs + at, most, 48);
  let mixed: u32 = 0;
  for (let d: usize = at; d < at + 64; d += 16) {
    if (load<u32>(a.gridEntries + d) != u32.MAX_VALUE && load<f32>(a.gridWeights + d) != most) mixed = 1;
  }
  return mixed;
}
