import { foursAt, rowOfFours } from './grid.as';

@unmanaged
export class GridRests {
  gridEntries: usize;
  springOf: usize;
  springs: usize;
  gridMixed: usize;
  gridLengths: usize;
  gridPlain: usize;
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
  for (let pair = first; pair < end; pair++)
    store<u32>(a.gridPlain + ((<usize>pair) << 2), isPlain(a, pair) ? 1 : 0);
}

function isPlain(a: GridRests, pair: u32): bool {
  const o = foursAt(a.columns, a.rows, 0, 2 * pair);
  const along = load<f32>(a.gridLengths + o);
  const down = load<f32>(a.gridLengths + o, 48);
  if (load<u64>(a.gridMixed + ((<usize>pair) << 3)) != 0 || !(along > 0)) return false;
  for (let colour: u32 = 0; colour < 2; colour++) {
    let at = foursAt(a.columns, a.rows, colour, 2 * pair);
    for (const stop = at + 2 * rowOfFours(a.columns); at < stop; at += 64) {
      for (let lane = at; lane < at + 16; lane += 4) {
        if (differs(a, lane, along) || differs(a, lane + 16, along) || differs(a, lane + 48, down))
          return false;
      }
    }
  }
  return true;
}

/** Whether there is a spring, and not of this length; or of none. */
function differs(a: GridRests, at: usize, length: f32): bool {
  if (load<u32>(a.gridEntries + at) == u32.MAX_VALUE) return false;
  return load<f32>(a.gridLengths + at) != length || length == 0;
}

function restOf(a: GridRests, entry: u32): f32 {
  if (entry == u32.MAX_VALUE) return 0;
  return load<f32>(a.springs + ((<usize>load<u32>(a.springOf + ((<usize>entry) << 2))) << 3));
}
