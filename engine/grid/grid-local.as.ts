import { foursAt, rowOfFours, rowOfThrees, threesAt } from './grid.as';

@unmanaged
export class GridLocal {
  gridX: usize;
  gridDelta: usize;
  gridWeights: usize;
  gridLengths: usize;
  gridRhs: usize;
  gridEntries: usize;
  springOf: usize;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
}

export function gridLocal(a: GridLocal, first: u32, end: u32): void {
  for (let row: u32 = 2 * first, stop = min<u32>(a.rows, 2 * end); row < stop; row++) {
    localRow(a, 0, row);
    localRow(a, 1, row);
  }
}

/** One colour of a row, four particles at once, direction by direction. */
function localRow(a: GridLocal, colour: u32, row: u32): void {
  const three = rowOfThrees(a.columns);
  const own = threesAt(a.columns, a.rows, colour, row);
  const others = threesAt(a.columns, a.rows, 1 - colour, row);
  const after = (row ^ colour) & 1;
  let x = a.gridX + own;
  let d = a.gridDelta + own;
  let nx = a.gridX + others;
  let nd = a.gridDelta + others;
  let q = foursAt(a.columns, a.rows, colour, row);
  for (let stop = q + rowOfFours(a.columns); q < stop; q += 64) {
    const xi = v128.load(x);
    const yi = v128.load(x, 16);
    const zi = v128.load(x, 32);
    const dxi = v128.load(d);
    const dyi = v128.load(d, 16);
    const dzi = v128.load(d, 32);

    let w = v128.load(a.gridWeights + q);
    let rest = v128.load(a.gridLengths + q);
    let yx = f32x4.sub(xi, v128.load(nx));
    let yy = f32x4.sub(yi, v128.load(nx, 16));
    let yz = f32x4.sub(zi, v128.load(nx, 32));
    let ex = f32x4.add(yx, f32x4.sub(dxi, v128.load(nd)));
    let ey = f32x4.add(yy, f32x4.sub(dyi, v128.load(nd, 16)));
    let ez = f32x4.add(yz, f32x4.sub(dzi, v128.load(nd, 32)));
    let length2 = f32x4.add(f32x4.add(f32x4.mul(ex, ex), f32x4.mul(ey, ey)), f32x4.mul(ez, ez));
    let apart = isApart(length2, rest);
    let lost = lanes(apart, w);
    let scale = v128.and(apart, f32x4.div(rest, f32x4.sqrt(length2)));
    let sumX = f32x4.mul(w, f32x4.sub(f32x4.mul(scale, ex), yx));
    let sumY = f32x4.mul(w, f32x4.sub(f32x4.mul(scale, ey), yy));
    let sumZ = f32x4.mul(w, f32x4.sub(f32x4.mul(scale, ez), yz));

    w = v128.load(a.gridWeights + q, 16);
    rest = v128.load(a.gridLengths + q, 16);
    yx = f32x4.sub(xi, beside(nx, after));
    yy = f32x4.sub(yi, beside(nx + 16, after));
    yz = f32x4.sub(zi, beside(nx + 32, after));
    ex = f32x4.add(yx, f32x4.sub(dxi, beside(nd, after)));
    ey = f32x4.add(yy, f32x4.sub(dyi, beside(nd + 16, after)));
    ez = f32x4.add(yz, f32x4.sub(dzi, beside(nd + 32, after)));
    length2 = f32x4.add(f32x4.add(f32x4.mul(ex, ex), f32x4.mul(ey, ey)), f32x4.mul(ez, ez));
    apart = isApart(length2, rest);
    lost |= lanes(apart, w) << 4;
    scale = v128.and(apart, f32x4.div(rest, f32x4.sqrt(length2)));
    sumX = f32x4.add(sumX, f32x4.mul(w, f32x4.sub(f32x4.mul(scale, ex), yx)));
    sumY = f32x4.add(sumY, f32x4.mul(w, f32x4.sub(f32x4.mul(scale, ey), yy)));
    sumZ = f32x4.add(sumZ, f32x4.mul(w, f32x4.sub(f32x4.mul(scale, ez), yz)));

    w = v128.load(a.gridWeights + q, 32);
    rest = v128.load(a.gridLengths + q, 32);
    yx = f32x4.sub(xi, v128.load(nx - three));
    yy = f32x4.sub(yi, v128.load(nx - three, 16));
    yz = f32x4.sub(zi, v128.load(nx - three, 32));
    ex = f32x4.add(yx, f32x4.sub(dxi, v128.load(nd - three)));
    ey = f32x4.add(yy, f32x4.sub(dyi, v128.load(nd - three, 16)));
    ez = f32x4.add(yz, f32x4.sub(dzi, v128.load(nd - three, 32)));
    length2 = f32x4.add(f32x4.add(f32x4.mul(ex, ex), f32x4.mul(ey, ey)), f32x4.mul(ez, ez));
    apart = isApart(length2, rest);
    lost |= lanes(apart, w) << 8;
    scale = v128.and(apart, f32x4.div(rest, f32x4.sqrt(length2)));
    sumX = f32x4.add(sumX, f32x4.mul(w, f32x4.sub(f32x4.mul(scale, ex), yx)));
    sumY = f32x4.add(sumY, f32x4.mul(w, f32x4.sub(f32x4.mul(scale, ey), yy)));
    sumZ = f32x4.add(sumZ, f32x4.mul(w, f32x4.sub(f32x4.mul(scale, ez), yz)));

    w = v128.load(a.gridWeights + q, 48);
    rest = v128.load(a.gridLengths + q, 48);
    yx = f32x4.sub(xi, v128.load(nx + three));
    yy = f32x4.sub(yi, v128.load(nx + three, 16));
    yz = f32x4.sub(zi, v128.load(nx + three, 32));
    ex = f32x4.add(yx, f32x4.sub(dxi, v128.load(nd + three)));
    ey = f32x4.add(yy, f32x4.sub(dyi, v128.load(nd + three, 16)));
    ez = f32x4.add(yz, f32x4.sub(dzi, v128.load(nd + three, 32)));
    length2 = f32x4.add(f32x4.add(f32x4.mul(ex, ex), f32x4.mul(ey, ey)), f32x4.mul(ez, ez));
    apart = isApart(length2, rest);
    lost |= lanes(apart, w) << 12;
    scale = v128.and(apart, f32x4.div(rest, f32x4.sqrt(length2)));
    sumX = f32x4.add(sumX, f32x4.mul(w, f32x4.sub(f32x4.mul(scale, ex), yx)));
    sumY = f32x4.add(sumY, f32x4.mul(w, f32x4.sub(f32x4.mul(scale, ey), yy)));
    sumZ = f32x4.add(sumZ, f32x4.mul(w, f32x4.sub(f32x4.mul(scale, ez), yz)));

    v128.store(a.gridRhs + q, sumX);
    v128.store(a.gridRhs + q, sumY, 16);
    v128.store(a.gridRhs + q, sumZ, 32);
    if (lost)
      giveDirections(a.gridEntries, a.springOf, a.gridWeights, a.gridLengths, a.gridRhs, q, lost, colour);
    x += 48;
    d += 48;
    nx += 48;
    nd += 48;
  }
}

/** The neighbours before or after those of this block. */
function beside(at: usize, after: u32): v128 {
  const here = v128.load(at);
  return after
    ? v128.shuffle<f32>(here, v128.load(at, 48), 1, 2, 3, 4)
    : v128.shuffle<f32>(v128.load(at - 48), here, 3, 4, 5, 6);
}

/** Whether ends are so far apart that the spring has a direction; see methods/spring.ts. */
export function isApart(length2: v128, rest: v128): v128 {
  return f32x4.gt(length2, f32x4.mul(f32x4.splat(1e-12), f32x4.mul(rest, rest)));
}

/** Bits of the lanes whose spring has a weight and no direction. */
export function lanes(apart: v128, w: v128): u32 {
  return <u32>i32x4.bitmask(v128.andnot(f32x4.ne(w, f32x4.splat(0)), apart));
}

/** Springs without a direction take an axis by their number, opposite at the two ends. */
export function giveDirections(
  entries: usize,
  springOf: usize,
  weights: usize,
  lengths: usize,
  rhs: usize,
  q: usize,
  lost: u32,
  colour: u32,
): void {
  for (let bit: u32 = 0; bit < 16; bit++) {
    if (!((lost >> bit) & 1)) continue;
    const at = q + ((<usize>bit) << 2);
    const spring = load<u32>(springOf + ((<usize>load<u32>(entries + at)) << 2));
    const along = load<f32>(weights + at) * load<f32>(lengths + at);
    const to = rhs + q + ((<usize>(spring % 3)) << 4) + ((<usize>(bit & 3)) << 2);
    store<f32>(to, load<f32>(to) + (colour == 0 ? along : -along));
  }
}
