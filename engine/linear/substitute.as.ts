import { xOf, yOf, zOf } from '../vector.as';
import { get } from './lists.as';

@unmanaged
export class Substitute {
  columns: usize;
  rowStarts: usize;
  tileStarts: usize;
  tileRows: usize;
  order: usize;
  tiles: usize;
  reciprocals: usize;
  rhs: usize;
  delta: usize;
  work: usize;
  sums: usize;
  supernodes: u32;
}

/** Address of vector k of a list. */
function vector(list: usize, k: u32): usize {
  return list + ((<usize>k) << 4);
}

/** Size of so many numbers of four bytes. */
function bytes(numbers: u32): usize {
  return (<usize>numbers) << 2;
}

export function substitute(a: Substitute, first: u32, end: u32): void {
  const supernodes = a.supernodes;
  const size = get(a.columns, supernodes);
  for (let k: u32 = 0; k < size; k++)
    v128.store(vector(a.work, k), v128.load(vector(a.rhs, get(a.order, k))));
  v128.store(vector(a.work, size), f32x4.splat(0));
  let widest: u32 = 0;
  // L y = b, then Lᵀ x = y: [Davis06] Sec. 3.1
  for (let s: u32 = 0; s < supernodes; s++) {
    forward(a, s);
    widest = max<u32>(widest, get(a.columns, s + 1) - get(a.columns, s));
  }
  for (let s = supernodes; s > 0; s--) backward(a, s - 1);
  for (let k: u32 = 0; k < size; k++)
    v128.store(vector(a.delta, get(a.order, k)), v128.load(vector(a.work, k)));
  memory.fill(a.sums, 0, 48 * <usize>(widest & ~3));
}

/** L y = b, the part of panel s: the single column, then the two, then the columns in fours. */
function forward(a: Substitute, s: u32): void {
  const work = a.work;
  const column = get(a.columns, s);
  const width = get(a.columns, s + 1) - column;
  let height = get(a.rowStarts, s + 1) - get(a.rowStarts, s);
  let rows = a.tileRows + bytes(get(a.rowStarts, s) + 3 * s);
  let l = a.tiles + bytes(get(a.tileStarts, s));
  let own = vector(work, column);
  let reciprocals = a.reciprocals + bytes(column);
  if (width & 1) {
    const y = f32x4.mul(v128.load(own), v128.load32_splat(reciprocals));
    v128.store(own, y);
    height -= 1;
    rows += 4;
    own += 16;
    reciprocals += 4;
    let row = rows;
    for (const stop = l + bytes((height + 3) & ~3); l < stop; l += 16, row += 16) {
      const four = v128.load(l);
      subtract(work, row, f32x4.mul(v128.shuffle<f32>(four, four, 0, 0, 0, 0), y));
      subtract(work, row + 4, f32x4.mul(v128.shuffle<f32>(four, four, 1, 1, 1, 1), y));
      subtract(work, row + 8, f32x4.mul(v128.shuffle<f32>(four, four, 2, 2, 2, 2), y));
      subtract(work, row + 12, f32x4.mul(v128.shuffle<f32>(four, four, 3, 3, 3, 3), y));
    }
  }
  if (width & 2) {
    const y = f32x4.mul(v128.load(own), v128.load32_splat(reciprocals));
    let z = f32x4.sub(v128.load(own, 16), f32x4.mul(v128.load32_splat(l), y));
    z = f32x4.mul(z, v128.load32_splat(reciprocals, 4));
    v128.store(own, y);
    v128.store(own, z, 16);
    height -= 2;
    rows += 8;
    own += 32;
    reciprocals += 8;
    l += 16;
    let row = rows;
    for (const stop = l + 2 * bytes((height + 3) & ~3); l < stop; l += 32, row += 16) {
      const four = v128.load(l);
      const next = v128.load(l, 16);
      let by = f32x4.mul(v128.shuffle<f32>(four, four, 0, 0, 0, 0), y);
      subtract(work, row, f32x4.add(by, f32x4.mul(v128.shuffle<f32>(next, next, 0, 0, 0, 0), z)));
      by = f32x4.mul(v128.shuffle<f32>(four, four, 1, 1, 1, 1), y);
      subtract(work, row + 4, f32x4.add(by, f32x4.mul(v128.shuffle<f32>(next, next, 1, 1, 1, 1), z)));
      by = f32x4.mul(v128.shuffle<f32>(four, four, 2, 2, 2, 2), y);
      subtract(work, row + 8, f32x4.add(by, f32x4.mul(v128.shuffle<f32>(next, next, 2, 2, 2, 2), z)));
      by = f32x4.mul(v128.shuffle<f32>(four, four, 3, 3, 3, 3), y);
      subtract(work, row + 12, f32x4.add(by, f32x4.mul(v128.shuffle<f32>(next, next, 3, 3, 3, 3), z)));
    }
  }
  if (width > 3) forwardTiles(work, own, rows, height, width & ~3, l, reciprocals);
}

/** Subtracts from the right-hand side of one row. */
function subtract(work: usize, row: usize, by: v128): void {
  const i = vector(work, load<u32>(row));
  v128.store(i, f32x4.sub(v128.load(i), by));
}

/** The columns in fours: the triangle, four rows at a time, then the rows below, eight at a time. */
function forwardTiles(
  work: usize,
  own: usize,
  rows: usize,
  height: u32,
  width: u32,
  l: usize,
  reciprocals: usize,
): void {
  const all = (<usize>width) << 4;
  for (let before: usize = 0; before < all; before += 64) {
    if (before > 0) subtractFour(work, rows, own, l, before);
    l += before;
    solveFour(own + before, l, reciprocals + (before >> 2));
    l += 64;
    rows += 16;
  }
  let groups = (height - width + 3) >> 2;
  for (; groups > 1; groups -= 2) {
    subtractEight(work, rows, own, l, all);
    l += 2 * all;
    rows += 32;
  }
  if (groups > 0) subtractFour(work, rows, own, l, all);
}

/** Subtracts L y from four rows; `all` is 16 bytes a column. */
function subtractFour(work: usize, rows: usize, own: usize, l: usize, all: usize): void {
  let x = f32x4.splat(0);
  let y = x;
  let z = x;
  let nextX = x;
  let nextY = x;
  let nextZ = x;
  for (const stop = l + all; l < stop; l += 32, own += 32) {
    const four = v128.load(l);
    const by = v128.load(own);
    x = f32x4.add(x, f32x4.mul(four, v128.shuffle<f32>(by, by, 0, 0, 0, 0)));
    y = f32x4.add(y, f32x4.mul(four, v128.shuffle<f32>(by, by, 1, 1, 1, 1)));
    z = f32x4.add(z, f32x4.mul(four, v128.shuffle<f32>(by, by, 2, 2, 2, 2)));
    const next = v128.load(l, 16);
    const nextBy = v128.load(own, 16);
    nextX = f32x4.add(nextX, f32x4.mul(next, v128.shuffle<f32>(nextBy, nextBy, 0, 0, 0, 0)));
    nextY = f32x4.add(nextY, f32x4.mul(next, v128.shuffle<f32>(nextBy, nextBy, 1, 1, 1, 1)));
    nextZ = f32x4.add(nextZ, f32x4.mul(next, v128.shuffle<f32>(nextBy, nextBy, 2, 2, 2, 2)));
  }
  subtractAt(work, rows, f32x4.add(x, nextX), f32x4.add(y, nextY), f32x4.add(z, nextZ));
}

/** The same for eight rows. */
function subtractEight(work: usize, rows: usize, own: usize, l: usize, all: usize): void {
  let x = f32x4.splat(0);
  let y = x;
  let z = x;
  let nextX = x;
  let nextY = x;
  let nextZ = x;
  for (let stop = l + all; l < stop; l += 16, own += 16) {
    const by = v128.load(own);
    const byX = v128.shuffle<f32>(by, by, 0, 0, 0, 0);
    const byY = v128.shuffle<f32>(by, by, 1, 1, 1, 1);
    const byZ = v128.shuffle<f32>(by, by, 2, 2, 2, 2);
    const four = v128.load(l);
    x = f32x4.add(x, f32x4.mul(four, byX));
    y = f32x4.add(y, f32x4.mul(four, byY));
    z = f32x4.add(z, f32x4.mul(four, byZ));
    const next = v128.load(l + all);
    nextX = f32x4.add(nextX, f32x4.mul(next, byX));
    nextY = f32x4.add(nextY, f32x4.mul(next, byY));
    nextZ = f32x4.add(nextZ, f32x4.mul(next, byZ));
  }
  subtractAt(work, rows, x, y, z);
  subtractAt(work, rows + 16, nextX, nextY, nextZ);
}

/** Subtracts [x4 y4 z4] from four rows. */
function subtractAt(work: usize, rows: usize, x: v128, y: v128, z: v128): void {
  const zero = f32x4.splat(0);
  const xyFirst = v128.shuffle<f32>(x, y, 0, 4, 1, 5);
  const xyLast = v128.shuffle<f32>(x, y, 2, 6, 3, 7);
  const zFirst = v128.shuffle<f32>(z, zero, 0, 4, 1, 5);
  const zLast = v128.shuffle<f32>(z, zero, 2, 6, 3, 7);
  subtract(work, rows, v128.shuffle<f32>(xyFirst, zFirst, 0, 1, 4, 5));
  subtract(work, rows + 4, v128.shuffle<f32>(xyFirst, zFirst, 2, 3, 6, 7));
  subtract(work, rows + 8, v128.shuffle<f32>(xyLast, zLast, 0, 1, 4, 5));
  subtract(work, rows + 12, v128.shuffle<f32>(xyLast, zLast, 2, 3, 6, 7));
}

/** The triangle of four columns, forward. L_rc is number 4 c + r of the tile. */
function solveFour(own: usize, l: usize, reciprocals: usize): void {
  const y0 = f32x4.mul(v128.load(own), v128.load32_splat(reciprocals));
  let y1 = v128.load(own, 16);
  y1 = f32x4.sub(y1, f32x4.mul(v128.load32_splat(l, 4), y0));
  y1 = f32x4.mul(y1, v128.load32_splat(reciprocals, 4));
  let y2 = v128.load(own, 32);
  y2 = f32x4.sub(y2, f32x4.mul(v128.load32_splat(l, 8), y0));
  y2 = f32x4.sub(y2, f32x4.mul(v128.load32_splat(l, 24), y1));
  y2 = f32x4.mul(y2, v128.load32_splat(reciprocals, 8));
  let y3 = v128.load(own, 48);
  y3 = f32x4.sub(y3, f32x4.mul(v128.load32_splat(l, 12), y0));
  y3 = f32x4.sub(y3, f32x4.mul(v128.load32_splat(l, 28), y1));
  y3 = f32x4.sub(y3, f32x4.mul(v128.load32_splat(l, 44), y2));
  y3 = f32x4.mul(y3, v128.load32_splat(reciprocals, 12));
  v128.store(own, y0);
  v128.store(own, y1, 16);
  v128.store(own, y2, 32);
  v128.store(own, y3, 48);
}

/** Lᵀ x = y, the part of panel s: the columns in fours, then the two, then the single one. */
function backward(a: Substitute, s: u32): void {
  const work = a.work;
  const column = get(a.columns, s);
  const width = get(a.columns, s + 1) - column;
  const height = get(a.rowStarts, s + 1) - get(a.rowStarts, s);
  const rows = a.tileRows + bytes(get(a.rowStarts, s) + 3 * s);
  const own = vector(work, column);
  const reciprocals = a.reciprocals + bytes(column);
  const one = width & 1;
  const rest = width & 3;
  const lOne = a.tiles + bytes(get(a.tileStarts, s));
  const afterOne = one ? lOne + bytes((height + 2) & ~3) : lOne;
  const lTwo = afterOne + 16;
  const afterTwo = width & 2 ? lTwo + 2 * bytes((height - rest + 3) & ~3) : afterOne;
  if (width > 3) {
    const fours = own + ((<usize>rest) << 4);
    backwardTiles(
      work,
      a.sums,
      fours,
      rows + bytes(rest),
      height - rest,
      width - rest,
      afterTwo,
      reciprocals + bytes(rest),
    );
  }
  if (width & 2) {
    let x = f32x4.splat(0);
    let nextX = x;
    let y = x;
    let nextY = x;
    let row = rows + bytes(rest);
    for (let l = lTwo; l < afterTwo; l += 32, row += 16) {
      const four = v128.load(l);
      const next = v128.load(l, 16);
      let by = v128.load(vector(work, load<u32>(row)));
      x = f32x4.add(x, f32x4.mul(v128.shuffle<f32>(four, four, 0, 0, 0, 0), by));
      y = f32x4.add(y, f32x4.mul(v128.shuffle<f32>(next, next, 0, 0, 0, 0), by));
      by = v128.load(vector(work, load<u32>(row, 4)));
      nextX = f32x4.add(nextX, f32x4.mul(v128.shuffle<f32>(four, four, 1, 1, 1, 1), by));
      nextY = f32x4.add(nextY, f32x4.mul(v128.shuffle<f32>(next, next, 1, 1, 1, 1), by));
      by = v128.load(vector(work, load<u32>(row, 8)));
      x = f32x4.add(x, f32x4.mul(v128.shuffle<f32>(four, four, 2, 2, 2, 2), by));
      y = f32x4.add(y, f32x4.mul(v128.shuffle<f32>(next, next, 2, 2, 2, 2), by));
      by = v128.load(vector(work, load<u32>(row, 12)));
      nextX = f32x4.add(nextX, f32x4.mul(v128.shuffle<f32>(four, four, 3, 3, 3, 3), by));
      nextY = f32x4.add(nextY, f32x4.mul(v128.shuffle<f32>(next, next, 3, 3, 3, 3), by));
    }
    const two = vector(own, one);
    y = f32x4.sub(v128.load(two, 16), f32x4.add(y, nextY));
    y = f32x4.mul(y, v128.load32_splat(reciprocals + bytes(one), 4));
    x = f32x4.sub(v128.load(two), f32x4.add(x, nextX));
    x = f32x4.sub(x, f32x4.mul(v128.load32_splat(afterOne), y));
    v128.store(two, f32x4.mul(x, v128.load32_splat(reciprocals + bytes(one))));
    v128.store(two, y, 16);
  }
  if (one) {
    let p = f32x4.splat(0);
    let q = p;
    let r = p;
    let s = p;
    let row = rows + 4;
    for (let l = lOne; l < afterOne; l += 16, row += 16) {
      const four = v128.load(l);
      const by = v128.load(vector(work, load<u32>(row)));
      p = f32x4.add(p, f32x4.mul(v128.shuffle<f32>(four, four, 0, 0, 0, 0), by));
      const by1 = v128.load(vector(work, load<u32>(row, 4)));
      q = f32x4.add(q, f32x4.mul(v128.shuffle<f32>(four, four, 1, 1, 1, 1), by1));
      const by2 = v128.load(vector(work, load<u32>(row, 8)));
      r = f32x4.add(r, f32x4.mul(v128.shuffle<f32>(four, four, 2, 2, 2, 2), by2));
      const by3 = v128.load(vector(work, load<u32>(row, 12)));
      s = f32x4.add(s, f32x4.mul(v128.shuffle<f32>(four, four, 3, 3, 3, 3), by3));
    }
    const x = f32x4.sub(v128.load(own), f32x4.add(f32x4.add(p, q), f32x4.add(r, s)));
    v128.store(own, f32x4.mul(x, v128.load32_splat(reciprocals)));
  }
}

/**
 * The columns in fours. Each solved row, first the rows below and then the triangle from the right, is added to the sums of all columns
 * to its left, so that the tiles are read in reverse order.
 */
function backwardTiles(
  work: usize,
  sums: usize,
  own: usize,
  rows: usize,
  height: u32,
  width: u32,
  l: usize,
  reciprocals: usize,
): void {
  const all = (<usize>width) << 4;
  let groups = (height - width + 3) >> 2;
  let four = width >> 2;
  let row = rows + ((<usize>(four + groups)) << 4);
  let tile = l + triangleBytes(four) + <usize>groups * all;
  if (groups & 1) {
    row -= 16;
    tile -= all;
    addFour<Nothing>(work, row, sums, tile, all);
  } else if (groups > 0) {
    groups -= 2;
    row -= 32;
    tile -= 2 * all;
    addEight<Nothing>(work, row, sums, tile, all);
  } else {
    for (let sum = sums, stop = sums + 3 * all; sum < stop; sum += 16) v128.store(sum, f32x4.splat(0));
  }
  for (groups >>= 1; groups > 0; groups--) {
    row -= 32;
    tile -= 2 * all;
    addEight<Sums>(work, row, sums, tile, all);
  }
  for (; four > 0; four--) {
    const before = (<usize>(four - 1)) << 6;
    const triangle = l + triangleBytes(four - 1);
    for (let at = own + before, sum = sums + 3 * before, stop = at + 64; at < stop; at += 16, sum += 48) {
      const total = totals(v128.load(sum), v128.load(sum, 16), v128.load(sum, 32));
      v128.store(at, f32x4.sub(v128.load(at), total));
    }
    solveFourBack(own + before, triangle + before, reciprocals + (before >> 2));
    addFour<Sums>(work, rows + (before >> 2), sums, triangle, before);
  }
}

/** Adds to the sums of columns so far. */
@unmanaged
class Sums {
  plus(sum: usize, more: v128): v128 {
    return f32x4.add(v128.load(sum), more);
  }
}

/** Starts new sums, whatever the memory holds. */
@unmanaged
class Nothing {
  plus(sum: usize, more: v128): v128 {
    return more;
  }
}

/** Adds Lᵀ x of eight rows to the sums of columns, [x4 y4 z4] each; the sum of a column is the total of the four lanes. */
function addEight<S>(work: usize, rows: usize, sum: usize, l: usize, all: usize): void {
  const b = changetype<S>(0);
  const p = v128.load(vector(work, load<u32>(rows)));
  const q = v128.load(vector(work, load<u32>(rows, 4)));
  const r = v128.load(vector(work, load<u32>(rows, 8)));
  const s = v128.load(vector(work, load<u32>(rows, 12)));
  const x = xOf(p, q, r, s);
  const y = yOf(p, q, r, s);
  const z = zOf(p, q, r, s);
  const p1 = v128.load(vector(work, load<u32>(rows, 16)));
  const q1 = v128.load(vector(work, load<u32>(rows, 20)));
  const r1 = v128.load(vector(work, load<u32>(rows, 24)));
  const s1 = v128.load(vector(work, load<u32>(rows, 28)));
  const nextX = xOf(p1, q1, r1, s1);
  const nextY = yOf(p1, q1, r1, s1);
  const nextZ = zOf(p1, q1, r1, s1);
  for (const stop = l + all; l < stop; l += 16, sum += 48) {
    const four = v128.load(l);
    const next = v128.load(l + all);
    v128.store(sum, b.plus(sum, f32x4.add(f32x4.mul(four, x), f32x4.mul(next, nextX))));
    v128.store(sum, b.plus(sum + 16, f32x4.add(f32x4.mul(four, y), f32x4.mul(next, nextY))), 16);
    v128.store(sum, b.plus(sum + 32, f32x4.add(f32x4.mul(four, z), f32x4.mul(next, nextZ))), 32);
  }
}

/** The same for four rows. */
function addFour<S>(work: usize, rows: usize, sum: usize, l: usize, all: usize): void {
  const b = changetype<S>(0);
  const p = v128.load(vector(work, load<u32>(rows)));
  const q = v128.load(vector(work, load<u32>(rows, 4)));
  const r = v128.load(vector(work, load<u32>(rows, 8)));
  const s = v128.load(vector(work, load<u32>(rows, 12)));
  const x = xOf(p, q, r, s);
  const y = yOf(p, q, r, s);
  const z = zOf(p, q, r, s);
  for (const stop = l + all; l < stop; l += 16, sum += 48) {
    const four = v128.load(l);
    v128.store(sum, b.plus(sum, f32x4.mul(four, x)));
    v128.store(sum, b.plus(sum + 16, f32x4.mul(four, y)), 16);
    v128.store(sum, b.plus(sum + 32, f32x4.mul(four, z)), 32);
  }
}

/** Size of the first groups of four rows of a triangle; the k-th has k tiles of 64 bytes. */
function triangleBytes(fours: u32): usize {
  return (<usize>(fours * (fours + 1))) << 5;
}

/** The totals of the lanes of x, of y and of z. */
function totals(x: v128, y: v128, z: v128): v128 {
  const zero = f32x4.splat(0);
  const xy = f32x4.add(v128.shuffle<f32>(x, y, 0, 4, 1, 5), v128.shuffle<f32>(x, y, 2, 6, 3, 7));
  const zs = f32x4.add(v128.shuffle<f32>(z, zero, 0, 4, 1, 5), v128.shuffle<f32>(z, zero, 2, 6, 3, 7));
  return f32x4.add(v128.shuffle<f32>(xy, zs, 0, 1, 4, 5), v128.shuffle<f32>(xy, zs, 2, 3, 6, 7));
}

/** The triangle of four columns, backward. */
function solveFourBack(own: usize, l: usize, reciprocals: usize): void {
  const x3 = f32x4.mul(v128.load(own, 48), v128.load32_splat(reciprocals, 12));
  let x2 = v128.load(own, 32);
  x2 = f32x4.sub(x2, f32x4.mul(v128.load32_splat(l, 44), x3));
  x2 = f32x4.mul(x2, v128.load32_splat(reciprocals, 8));
  let x1 = v128.load(own, 16);
  x1 = f32x4.sub(x1, f32x4.mul(v128.load32_splat(l, 28), x3));
  x1 = f32x4.sub(x1, f32x4.mul(v128.load32_splat(l, 24), x2));
  x1 = f32x4.mul(x1, v128.load32_splat(reciprocals, 4));
  let x0 = v128.load(own);
  x0 = f32x4.sub(x0, f32x4.mul(v128.load32_splat(l, 12), x3));
  x0 = f32x4.sub(x0, f32x4.mul(v128.load32_splat(l, 8), x2));
  x0 = f32x4.sub(x0, f32x4.mul(v128.load32_splat(l, 4), x1));
  x0 = f32x4.mul(x0, v128.load32_splat(reciprocals));
  v128.store(own, x0);
  v128.store(own, x1, 16);
  v128.store(own, x2, 32);
  v128.store(own, x3, 48);
}
