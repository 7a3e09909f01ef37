import { at, get, set } from './lists.as';
import { factorPanel, subtractProducts } from './panel.as';

@unmanaged
export class Factorise {
  columns: usize;
  rowStarts: usize;
  panelStarts: usize;
  rows: usize;
  supernodeOf: usize;
  panels: usize;
  reciprocals: usize;
  local: usize;
  pending: usize;
  next: usize;
  consumed: usize;
  failures: usize;
  supernodes: u32;
}

/** Marks the end of a list of supernodes. */
const NONE: u32 = 0xffffffff;

// [Davis06] Sec. 4.8, [CDHR08]
export function factorise(a: Factorise, first: u32, end: u32): void {
  const supernodes = a.supernodes;
  memory.fill(a.pending, 0xff, (<usize>supernodes) << 2);
  let failures: u32 = 0;
  for (let s: u32 = 0; s < supernodes; s++) {
    const column = get(a.columns, s);
    const nextColumn = get(a.columns, s + 1);
    const width = nextColumn - column;
    const rowStart = get(a.rowStarts, s);
    const height = get(a.rowStarts, s + 1) - rowStart;
    const panelStart = get(a.panelStarts, s);
    const panel = at(a.panels, panelStart);
    const rows = a.rows + ((<usize>rowStart) << 2);
    const reciprocals = at(a.reciprocals, column);
    for (let k: u32 = 0; k < height; k++) set(a.local, get(rows, k), panelStart + k * width);
    for (let c: u32 = 0; c < width; c++) {
      store<f64>(at(reciprocals, c), load<f64>(at(panel, c * (width + 1))));
    }
    for (let d = get(a.pending, s), following = NONE; d != NONE; d = following) {
      following = get(a.next, d);
      const consumed = get(a.consumed, d);
      const from = get(a.rowStarts, d) + consumed;
      const stop = get(a.rowStarts, d + 1);
      let to = from + 1;
      while (to < stop && get(a.rows, to) < nextColumn) to++;
      const depth = get(a.columns, d + 1) - get(a.columns, d);
      const stride = (<usize>depth) << 3;
      const row = at(a.panels, get(a.panelStarts, d) + consumed * depth);
      const own = a.rows + ((<usize>from) << 2);
      subtractProducts(a.panels, own, a.local, column, row, stride, stop - from, to - from, depth);
      set(a.consumed, d, consumed + to - from);
      queue(a, d);
    }
    const failed = factorPanel(a.panels, rows, a.local, column, panel, height, width, reciprocals);
    failures = failures + failed;
    set(a.consumed, s, width);
    queue(a, s);
  }
  store<u32>(a.failures, failures);
}

/** Puts the finished supernode d in the list of the supernode that contains its next row. */
function queue(a: Factorise, d: u32): void {
  const row = get(a.rowStarts, d) + get(a.consumed, d);
  if (row == get(a.rowStarts, d + 1)) return;
  const s = get(a.supernodeOf, get(a.rows, row));
  set(a.next, d, get(a.pending, s));
  set(a.pending, s, d);
}
