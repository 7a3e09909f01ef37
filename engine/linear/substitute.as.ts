import { get } from './lists.as';

@unmanaged
export class Substitute {
  columns: usize;
  rowStarts: usize;
  panelStarts: usize;
  rows: usize;
  order: usize;
  panels: usize;
  reciprocals: usize;
  rhs: usize;
  delta: usize;
  work: usize;
  supernodes: u32;
}

/** Where vector k of a list stands. */
function vector(list: usize, k: u32): usize {
  return list + ((<usize>k) << 4);
}

export function substitute(a: Substitute, first: u32, end: u32): void {
  const supernodes = a.supernodes;
  const size = get(a.columns, supernodes);
  for (let k: u32 = 0; k < size; k++)
    v128.store(vector(a.work, k), v128.load(vector(a.rhs, get(a.order, k))));
  for (let s: u32 = 0; s < supernodes; s++) forward(a, s);
  for (let s = supernodes; s > 0; s--) backward(a, s - 1);
  for (let k: u32 = 0; k < size; k++)
    v128.store(vector(a.delta, get(a.order, k)), v128.load(vector(a.work, k)));
}

/** L y = b, the share of panel s: four columns at a time, each number of the panel broadcast to x, y and z. */
function forward(a: Substitute, s: u32): void {
  const column = get(a.columns, s);
  const width = get(a.columns, s + 1) - column;
  const rowStart = get(a.rowStarts, s);
  const rows = a.rows + ((<usize>rowStart) << 2);
  const height = get(a.rowStarts, s + 1) - rowStart;
  const panel = a.panels + ((<usize>get(a.panelStarts, s)) << 2);
  const stride = (<usize>width) << 2;
  const own = vector(a.work, column);
  const reciprocals = a.reciprocals + ((<usize>column) << 2);
  let c: u32 = 0;
  for (; c + 4 <= width; c += 4) {
    const o = (<usize>c) << 2;
    const y = own + (o << 2);
    // The triangle of the four columns themselves, then what they leave to the rows below.
    const l1 = panel + <usize>(c + 1) * stride + o;
    const l2 = l1 + stride;
    const l3 = l2 + stride;
    const y0 = f32x4.mul(v128.load(y), v128.load32_splat(reciprocals + o));
    let y1 = v128.load(y, 16);
    y1 = f32x4.sub(y1, f32x4.mul(v128.load32_splat(l1), y0));
    y1 = f32x4.mul(y1, v128.load32_splat(reciprocals + o, 4));
    let y2 = v128.load(y, 32);
    y2 = f32x4.sub(y2, f32x4.mul(v128.load32_splat(l2), y0));
    y2 = f32x4.sub(y2, f32x4.mul(v128.load32_splat(l2, 4), y1));
    y2 = f32x4.mul(y2, v128.load32_splat(reciprocals + o, 8));
    let y3 = v128.load(y, 48);
    y3 = f32x4.sub(y3, f32x4.mul(v128.load32_splat(l3), y0));
    y3 = f32x4.sub(y3, f32x4.mul(v128.load32_splat(l3, 4), y1));
    y3 = f32x4.sub(y3, f32x4.mul(v128.load32_splat(l3, 8), y2));
    y3 = f32x4.mul(y3, v128.load32_splat(reciprocals + o, 12));
    v128.store(y, y0);
    v128.store(y, y1, 16);
    v128.store(y, y2, 32);
    v128.store(y, y3, 48);
    for (let r = c + 4, l = l3 + stride; r < height; r++, l += stride) {
      const i = vector(a.work, get(rows, r));
      let x = v128.load(i);
      x = f32x4.sub(x, f32x4.mul(v128.load32_splat(l), y0));
      x = f32x4.sub(x, f32x4.mul(v128.load32_splat(l, 4), y1));
      x = f32x4.sub(x, f32x4.mul(v128.load32_splat(l, 8), y2));
      x = f32x4.sub(x, f32x4.mul(v128.load32_splat(l, 12), y3));
      v128.store(i, x);
    }
  }
  for (; c < width; c++) {
    const o = (<usize>c) << 2;
    const y = f32x4.mul(v128.load(own + (o << 2)), v128.load32_splat(reciprocals + o));
    v128.store(own + (o << 2), y);
    for (let r = c + 1, l = panel + <usize>r * stride + o; r < height; r++, l += stride) {
      const i = vector(a.work, get(rows, r));
      v128.store(i, f32x4.sub(v128.load(i), f32x4.mul(v128.load32_splat(l), y)));
    }
  }
}

/** Lᵀ x = y, the share of panel s: four columns at a time, from the right. */
function backward(a: Substitute, s: u32): void {
  const column = get(a.columns, s);
  const width = get(a.columns, s + 1) - column;
  const rowStart = get(a.rowStarts, s);
  const rows = a.rows + ((<usize>rowStart) << 2);
  const height = get(a.rowStarts, s + 1) - rowStart;
  const panel = a.panels + ((<usize>get(a.panelStarts, s)) << 2);
  const stride = (<usize>width) << 2;
  const own = vector(a.work, column);
  const reciprocals = a.reciprocals + ((<usize>column) << 2);
  let c = width;
  for (; c >= 4; c -= 4) {
    const o = (<usize>(c - 4)) << 2;
    const y = own + (o << 2);
    let x0 = v128.load(y);
    let x1 = v128.load(y, 16);
    let x2 = v128.load(y, 32);
    let x3 = v128.load(y, 48);
    let l = panel + <usize>c * stride + o;
    for (let r = c; r < height; r++, l += stride) {
      const x = v128.load(vector(a.work, get(rows, r)));
      x0 = f32x4.sub(x0, f32x4.mul(v128.load32_splat(l), x));
      x1 = f32x4.sub(x1, f32x4.mul(v128.load32_splat(l, 4), x));
      x2 = f32x4.sub(x2, f32x4.mul(v128.load32_splat(l, 8), x));
      x3 = f32x4.sub(x3, f32x4.mul(v128.load32_splat(l, 12), x));
    }
    // The triangle of the four columns themselves, its last row first.
    const l3 = panel + <usize>(c - 1) * stride + o;
    x3 = f32x4.mul(x3, v128.load32_splat(reciprocals + o, 12));
    x2 = f32x4.sub(x2, f32x4.mul(v128.load32_splat(l3, 8), x3));
    x1 = f32x4.sub(x1, f32x4.mul(v128.load32_splat(l3, 4), x3));
    x0 = f32x4.sub(x0, f32x4.mul(v128.load32_splat(l3), x3));
    const l2 = l3 - stride;
    x2 = f32x4.mul(x2, v128.load32_splat(reciprocals + o, 8));
    x1 = f32x4.sub(x1, f32x4.mul(v128.load32_splat(l2, 4), x2));
    x0 = f32x4.sub(x0, f32x4.mul(v128.load32_splat(l2), x2));
    const l1 = l2 - stride;
    x1 = f32x4.mul(x1, v128.load32_splat(reciprocals + o, 4));
    x0 = f32x4.sub(x0, f32x4.mul(v128.load32_splat(l1), x1));
    x0 = f32x4.mul(x0, v128.load32_splat(reciprocals + o));
    v128.store(y, x0);
    v128.store(y, x1, 16);
    v128.store(y, x2, 32);
    v128.store(y, x3, 48);
  }
  for (; c > 0; c--) {
    const o = (<usize>(c - 1)) << 2;
    let x = v128.load(own + (o << 2));
    let l = panel + <usize>c * stride + o;
    for (let r = c; r < height; r++, l += stride) {
      x = f32x4.sub(x, f32x4.mul(v128.load32_splat(l), v128.load(vector(a.work, get(rows, r)))));
    }
    v128.store(own + (o << 2), f32x4.mul(x, v128.load32_splat(reciprocals + o)));
  }
}
