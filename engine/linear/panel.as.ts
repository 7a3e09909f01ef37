// The dense arithmetic of the factorisation in SIMD; panel.ts describes it. Addresses are in bytes.

/** Adds the two lanes of two sums: lane 0 of the result is the sum of a, lane 1 that of b. */
function folded(a: v128, b: v128): v128 {
  return f64x2.add(
    i8x16.shuffle(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23),
    i8x16.shuffle(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31),
  );
}

function subtract(at: usize, value: f64): void {
  store<f64>(at, load<f64>(at) - value);
}

function subtractTwo(c: usize, j0: usize, j1: usize, a: v128, b: v128): void {
  const sums = folded(a, b);
  subtract(c + j0, f64x2.extract_lane(sums, 0));
  subtract(c + j1, f64x2.extract_lane(sums, 1));
}

/** `rows` begins with the row of R's first row; strides are bytes. */
export function subtractProducts(
  l: usize,
  rows: usize,
  local: usize,
  column: u32,
  at: usize,
  stride: usize,
  height: u32,
  width: u32,
  depth: u32,
): void {
  const even = (<usize>depth >> 1) << 4;
  const isOdd = (depth & 1) != 0;
  const base = l - ((<usize>column) << 3);
  let i: u32 = 0;
  for (; i + 4 <= height; i += 4) {
    const a0 = at + <usize>i * stride;
    const a1 = a0 + stride;
    const a2 = a1 + stride;
    const a3 = a2 + stride;
    const c0 = rowAt(base, rows, local, i);
    const c1 = rowAt(base, rows, local, i + 1);
    const c2 = rowAt(base, rows, local, i + 2);
    const c3 = rowAt(base, rows, local, i + 3);
    const columns = min<u32>(width, i + 4);
    let j: u32 = 0;
    for (; j + 2 <= columns; j += 2) {
      const b0 = at + <usize>j * stride;
      const b1 = b0 + stride;
      let s00 = f64x2.splat(0);
      let s01 = s00;
      let s10 = s00;
      let s11 = s00;
      let s20 = s00;
      let s21 = s00;
      let s30 = s00;
      let s31 = s00;
      for (let k: usize = 0; k < even; k += 16) {
        const x0 = v128.load(b0 + k);
        const x1 = v128.load(b1 + k);
        const y0 = v128.load(a0 + k);
        s00 = f64x2.add(s00, f64x2.mul(y0, x0));
        s01 = f64x2.add(s01, f64x2.mul(y0, x1));
        const y1 = v128.load(a1 + k);
        s10 = f64x2.add(s10, f64x2.mul(y1, x0));
        s11 = f64x2.add(s11, f64x2.mul(y1, x1));
        const y2 = v128.load(a2 + k);
        s20 = f64x2.add(s20, f64x2.mul(y2, x0));
        s21 = f64x2.add(s21, f64x2.mul(y2, x1));
        const y3 = v128.load(a3 + k);
        s30 = f64x2.add(s30, f64x2.mul(y3, x0));
        s31 = f64x2.add(s31, f64x2.mul(y3, x1));
      }
      if (isOdd) {
        const x0 = v128.load64_zero(b0 + even);
        const x1 = v128.load64_zero(b1 + even);
        const y0 = v128.load64_zero(a0 + even);
        s00 = f64x2.add(s00, f64x2.mul(y0, x0));
        s01 = f64x2.add(s01, f64x2.mul(y0, x1));
        const y1 = v128.load64_zero(a1 + even);
        s10 = f64x2.add(s10, f64x2.mul(y1, x0));
        s11 = f64x2.add(s11, f64x2.mul(y1, x1));
        const y2 = v128.load64_zero(a2 + even);
        s20 = f64x2.add(s20, f64x2.mul(y2, x0));
        s21 = f64x2.add(s21, f64x2.mul(y2, x1));
        const y3 = v128.load64_zero(a3 + even);
        s30 = f64x2.add(s30, f64x2.mul(y3, x0));
        s31 = f64x2.add(s31, f64x2.mul(y3, x1));
      }
      const j0 = columnAt(rows, j);
      const j1 = columnAt(rows, j + 1);
      subtractTwo(c0, j0, j1, s00, s01);
      subtractTwo(c1, j0, j1, s10, s11);
      subtractTwo(c2, j0, j1, s20, s21);
      subtractTwo(c3, j0, j1, s30, s31);
    }
    if (j < columns) {
      const b = at + <usize>j * stride;
      const j0 = columnAt(rows, j);
      const low = products(a0, a1, b, even, isOdd);
      subtract(c0 + j0, f64x2.extract_lane(low, 0));
      subtract(c1 + j0, f64x2.extract_lane(low, 1));
      const high = products(a2, a3, b, even, isOdd);
      subtract(c2 + j0, f64x2.extract_lane(high, 0));
      subtract(c3 + j0, f64x2.extract_lane(high, 1));
    }
  }
  for (; i < height; i++) {
    const a = at + <usize>i * stride;
    const c = rowAt(base, rows, local, i);
    const columns = min<u32>(width, i + 1);
    let j: u32 = 0;
    for (; j + 2 <= columns; j += 2) {
      const b = at + <usize>j * stride;
      const sums = products(b, b + stride, a, even, isOdd);
      subtract(c + columnAt(rows, j), f64x2.extract_lane(sums, 0));
      subtract(c + columnAt(rows, j + 1), f64x2.extract_lane(sums, 1));
    }
    if (j < columns) {
      const b = at + <usize>j * stride;
      subtract(c + columnAt(rows, j), f64x2.extract_lane(products(b, b, a, even, isOdd), 0));
    }
  }
}

/** Address of the i-th of the rows in the panel being formed, relative to the panel's first column. */
function rowAt(base: usize, rows: usize, local: usize, i: u32): usize {
  const row = load<u32>(rows + ((<usize>i) << 2));
  return base + ((<usize>load<u32>(local + ((<usize>row) << 2))) << 3);
}

function columnAt(rows: usize, j: u32): usize {
  return (<usize>load<u32>(rows + ((<usize>j) << 2))) << 3;
}

/** The inner products of two rows with a third. */
function products(a0: usize, a1: usize, b: usize, even: usize, isOdd: bool): v128 {
  let s0 = f64x2.splat(0);
  let s1 = s0;
  for (let k: usize = 0; k < even; k += 16) {
    const x = v128.load(b + k);
    s0 = f64x2.add(s0, f64x2.mul(v128.load(a0 + k), x));
    s1 = f64x2.add(s1, f64x2.mul(v128.load(a1 + k), x));
  }
  if (isOdd) {
    const x = v128.load64_zero(b + even);
    s0 = f64x2.add(s0, f64x2.mul(v128.load64_zero(a0 + even), x));
    s1 = f64x2.add(s1, f64x2.mul(v128.load64_zero(a1 + even), x));
  }
  return folded(s0, s1);
}

/** Number of columns of a panel that are finished together. */
const BLOCK_COLUMNS: u32 = 4;

/** A pivot at most this share of the original diagonal, 2⁻⁴⁰, is rounding. */
const NEGLIGIBLE: f64 = 1.0 / 1099511627776.0;

/** `rows` begins with the panel's own, `reciprocals` with those of its columns. */
export function factorPanel(
  l: usize,
  rows: usize,
  local: usize,
  column: u32,
  at: usize,
  height: u32,
  width: u32,
  reciprocals: usize,
): u32 {
  const stride = (<usize>width) << 3;
  const end = at + <usize>height * stride;
  let failures: u32 = 0;
  for (let first: u32 = 0; first < width; first += BLOCK_COLUMNS) {
    const rowFirst = at + <usize>first * stride;
    const wide = min<u32>(BLOCK_COLUMNS, width - first);
    if (first > 0) {
      const own = rows + ((<usize>first) << 2);
      subtractProducts(l, own, local, column, rowFirst, stride, height - first, wide, first);
    }
    const block = rowFirst + ((<usize>first) << 3);
    const own = reciprocals + ((<usize>first) << 3);
    for (let j: u32 = 0; j < wide; j++) {
      if (!finishColumn(block, j, wide, stride, own)) failures++;
    }
    const below = block + <usize>wide * stride;
    if (below < end) finishRows(below, end, block, wide, stride, own);
  }
  for (let r: u32 = 0; r + 1 < width; r++) {
    const diagonal = at + <usize>r * (stride + 8);
    memory.fill(diagonal + 8, 0, (<usize>(width - 1 - r)) << 3);
  }
  return failures;
}

/**
 * Computes the j-th column of a block's own rows from the columns before it; the block begins at `block`. Returns whether the pivot
 * was positive; if not, its reciprocal is 0.
 */
function finishColumn(block: usize, j: u32, wide: u32, stride: usize, reciprocals: usize): bool {
  const offset = (<usize>j) << 3;
  const row = block + <usize>j * stride;
  let pivot = load<f64>(row + offset);
  for (let k: usize = 0; k < offset; k += 8) {
    const a = load<f64>(row + k);
    pivot -= a * a;
  }
  const isPositive = pivot > NEGLIGIBLE * load<f64>(reciprocals + offset) && pivot < Infinity;
  const root = isPositive ? sqrt<f64>(pivot) : pivot;
  const reciprocal = isPositive ? 1 / root : 0;
  store<f64>(row + offset, root);
  store<f64>(reciprocals + offset, reciprocal);
  for (let i = row + stride; i < block + <usize>wide * stride; i += stride) {
    let sum = load<f64>(i + offset);
    for (let k: usize = 0; k < offset; k += 8) sum -= load<f64>(i + k) * load<f64>(row + k);
    store<f64>(i + offset, isPositive ? sum * reciprocal : 0);
  }
  return isPositive;
}

/** Computes the rows from `at` on, below a block of up to four finished columns, two rows at a time. */
function finishRows(at: usize, end: usize, block: usize, wide: u32, stride: usize, reciprocals: usize): void {
  const row1 = block + stride;
  const row2 = row1 + stride;
  const row3 = row2 + stride;
  const r0 = v128.load64_splat(reciprocals);
  for (let i = at; i < end; i += 2 * stride) {
    // An odd last row is computed twice, with the same result.
    const next = i + stride < end ? i + stride : i;
    const y0 = scaled(both(i, next), r0);
    keep(i, next, y0);
    if (wide == 1) continue;
    let y1 = f64x2.sub(both(i + 8, next + 8), f64x2.mul(y0, v128.load64_splat(row1)));
    y1 = scaled(y1, v128.load64_splat(reciprocals, 8));
    keep(i + 8, next + 8, y1);
    if (wide == 2) continue;
    let y2 = f64x2.sub(both(i + 16, next + 16), f64x2.mul(y0, v128.load64_splat(row2)));
    y2 = f64x2.sub(y2, f64x2.mul(y1, v128.load64_splat(row2, 8)));
    y2 = scaled(y2, v128.load64_splat(reciprocals, 16));
    keep(i + 16, next + 16, y2);
    if (wide == 3) continue;
    let y3 = f64x2.sub(both(i + 24, next + 24), f64x2.mul(y0, v128.load64_splat(row3)));
    y3 = f64x2.sub(y3, f64x2.mul(y1, v128.load64_splat(row3, 8)));
    y3 = f64x2.sub(y3, f64x2.mul(y2, v128.load64_splat(row3, 16)));
    keep(i + 24, next + 24, scaled(y3, v128.load64_splat(reciprocals, 24)));
  }
}

/** Loads two numbers from different addresses. */
function both(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a), 1);
}

function keep(a: usize, b: usize, two: v128): void {
  v128.store64_lane(a, two, 0);
  v128.store64_lane(b, two, 1);
}

/** The numbers times the reciprocal of a column; 0 if the reciprocal is 0. */
function scaled(sum: v128, reciprocal: v128): v128 {
  return v128.and(f64x2.mul(sum, reciprocal), f64x2.ne(reciprocal, f64x2.splat(0)));
}
