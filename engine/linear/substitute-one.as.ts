import { at, get } from './lists.as';

@unmanaged
export class SubstituteOne {
  columns: usize;
  rowStarts: usize;
  panelStarts: usize;
  rows: usize;
  order: usize;
  panels: usize;
  reciprocals: usize;
  b: usize;
  x: usize;
  work: usize;
  supernodes: u32;
}

export function substituteOne(a: SubstituteOne, first: u32, end: u32): void {
  const supernodes = a.supernodes;
  const size = get(a.columns, supernodes);
  const work = a.work;
  for (let k: u32 = 0; k < size; k++) store<f64>(at(work, k), load<f64>(at(a.b, get(a.order, k))));
  // L y = b, then Lᵀ x = y: [Davis06] Sec. 3.1
  for (let s: u32 = 0; s < supernodes; s++) forward(a, s);
  for (let s = supernodes; s > 0; s--) backward(a, s - 1);
  for (let k: u32 = 0; k < size; k++) store<f64>(at(a.x, get(a.order, k)), load<f64>(at(work, k)));
}

/** Σ of the products of `count` numbers at l and at x. */
function inner(l: usize, x: usize, count: u32): f64 {
  let sum = f64x2.splat(0);
  const even = (<usize>(count & ~1)) << 3;
  for (let k: usize = 0; k < even; k += 16) {
    sum = f64x2.add(sum, f64x2.mul(v128.load(l + k), v128.load(x + k)));
  }
  if (count & 1) sum = f64x2.add(sum, f64x2.mul(v128.load64_zero(l + even), v128.load64_zero(x + even)));
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** L y = b, the part of panel s. */
function forward(a: SubstituteOne, s: u32): void {
  const column = get(a.columns, s);
  const width = get(a.columns, s + 1) - column;
  const rows = a.rows + ((<usize>get(a.rowStarts, s)) << 2);
  const height = get(a.rowStarts, s + 1) - get(a.rowStarts, s);
  const panel = at(a.panels, get(a.panelStarts, s));
  const own = at(a.work, column);
  for (let r: u32 = 0; r < width; r++) {
    const x = at(own, r);
    const sum = inner(at(panel, r * width), own, r);
    store<f64>(x, (load<f64>(x) - sum) * load<f64>(at(a.reciprocals, column + r)));
  }
  for (let r = width; r < height; r++) {
    const x = at(a.work, get(rows, r));
    store<f64>(x, load<f64>(x) - inner(at(panel, r * width), own, width));
  }
}

/** x ← x − a l for `count` numbers. */
function subtractTimes(a: f64, l: usize, x: usize, count: u32): void {
  const even = (<usize>(count & ~1)) << 3;
  const factor = f64x2.splat(a);
  for (let k: usize = 0; k < even; k += 16) {
    v128.store(x + k, f64x2.sub(v128.load(x + k), f64x2.mul(factor, v128.load(l + k))));
  }
  if (count & 1) store<f64>(x + even, load<f64>(x + even) - a * load<f64>(l + even));
}

/** Lᵀ x = y, the part of panel s. */
function backward(a: SubstituteOne, s: u32): void {
  const column = get(a.columns, s);
  const width = get(a.columns, s + 1) - column;
  const rows = a.rows + ((<usize>get(a.rowStarts, s)) << 2);
  const height = get(a.rowStarts, s + 1) - get(a.rowStarts, s);
  const panel = at(a.panels, get(a.panelStarts, s));
  const own = at(a.work, column);
  for (let r = width; r < height; r++) {
    subtractTimes(load<f64>(at(a.work, get(rows, r))), at(panel, r * width), own, width);
  }
  for (let r = width; r > 0; r--) {
    const x = at(own, r - 1);
    store<f64>(x, load<f64>(x) * load<f64>(at(a.reciprocals, column + r - 1)));
    subtractTimes(load<f64>(x), at(panel, (r - 1) * width), own, r - 1);
  }
}
