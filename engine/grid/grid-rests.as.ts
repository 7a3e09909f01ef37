import { foursAt, rowOfFours } from './grid.as';

@unmanaged
export class GridRests {
  gridEntries: usize;
  springOf: usize;
  springs: usize;
  gridLengths: usize;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
}

export function gridRests(a: GridRests, first: u32, end: u32): void {
  for (let colour: u32 = 0; colour < 2; colour++) {
    const start = foursAt(a.columns, a.rows, colour, 2 * first);
    const stop = start + <usize>(end - first) * 2 * rowOfFours(a.columns);
    for (let at = start; at < stop; at += 4)
      store<f32>(a.gridLengths + at, restOf(a, load<u32>(a.gridEntries + at)));
  }
}

function restOf(a: GridRests, entry: u32): f32 {
  if (entry == u32.MAX_VALUE) return 0;
  return load<f32>(a.springs + ((<usize>load<u32>(a.springOf + ((<usize>entry) << 2))) << 3));
}
