import { at, get } from './lists.as';

@unmanaged
export class Narrow {
  columns: usize;
  rowStarts: usize;
  panelStarts: usize;
  tileStarts: usize;
  panels: usize;
  reciprocals: usize;
  tiles: usize;
  narrowReciprocals: usize;
}

export function narrow(a: Narrow, first: u32, end: u32): void {
  for (let s = first; s < end; s++) {
    const width = get(a.columns, s + 1) - get(a.columns, s);
    const height = get(a.rowStarts, s + 1) - get(a.rowStarts, s);
    const to = a.tiles + ((<usize>get(a.tileStarts, s)) << 2);
    roundPanel(at(a.panels, get(a.panelStarts, s)), to, width, height);
  }
  const column = get(a.columns, first);
  let from = at(a.reciprocals, column);
  let to = a.narrowReciprocals + ((<usize>column) << 2);
  for (const stop = at(a.reciprocals, get(a.columns, end)); from < stop; from += 8, to += 4)
    store<f32>(to, <f32>load<f64>(from));
}

function roundPanel(from: usize, to: usize, width: u32, height: u32): void {
  const stride = (<usize>width) << 3;
  let left = height;
  if (width & 1) {
    left -= 1;
    to = roundRows(from + stride, stride, to, left, 1);
    from += stride + 8;
  }
  if (width & 2) {
    left -= 2;
    v128.store(to, f32x4.demote_f64x2_zero(v128.load64_zero(from + stride)));
    to = roundRows(from + 2 * stride, stride, to + 16, left, 2);
    from += 2 * stride + 16;
  }
  // The triangle. Entries above the diagonal are 0 already; the diagonal itself is set to 0.
  for (let c: u32 = 4; c <= (width & ~3); c += 4) {
    const diagonal = to + ((<usize>(c - 4)) << 4);
    to = roundRows(from, stride, to, 4, c);
    for (let k: usize = 0; k < 80; k += 20) store<f32>(diagonal + k, 0);
    from += 4 * stride;
    left -= 4;
  }
  if (width > 3) roundRows(from, stride, to, left, width & ~3);
}

/** Writes groups of four rows of `width` numbers each, column by column; returns the end address. */
function roundRows(from: usize, stride: usize, to: usize, height: u32, width: u32): usize {
  const bytes = (<usize>width) << 3;
  const zero = f32x4.splat(0);
  for (; height > 0; from += 4 * stride) {
    const p = from;
    const q = p + stride;
    const r = q + stride;
    const s = r + stride;
    const count = min<u32>(height, 4);
    let c: usize = 0;
    if (count == 4) {
      for (; c + 16 <= bytes; c += 16) {
        const pq = halves(v128.load(p + c), v128.load(q + c));
        const rs = halves(v128.load(r + c), v128.load(s + c));
        v128.store(to, v128.shuffle<f32>(pq, rs, 0, 2, 4, 6));
        v128.store(to, v128.shuffle<f32>(pq, rs, 1, 3, 5, 7), 16);
        to += 32;
      }
    }
    for (; c < bytes; c += 8) {
      v128.store(to, zero);
      store<f32>(to, <f32>load<f64>(p + c));
      if (count > 1) store<f32>(to, <f32>load<f64>(q + c), 4);
      if (count > 2) store<f32>(to, <f32>load<f64>(r + c), 8);
      if (count > 3) store<f32>(to, <f32>load<f64>(s + c), 12);
      to += 16;
    }
    height -= count;
  }
  return to;
}

/** Two numbers of a row and two of the next. */
function halves(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(f32x4.demote_f64x2_zero(a), f32x4.demote_f64x2_zero(b), 0, 1, 4, 5);
}
