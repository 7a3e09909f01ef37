import { foursAt, rowOfFours, rowOfThrees, threesAt } from '../grid.as';
import { giveDirections, isApart, lanes } from '../grid-local.as';

@unmanaged
export class GridImbalance {
  gridX: usize;
  gridDelta: usize;
  gridWeights: usize;
  gridLengths: usize;
  gridRhs: usize;
  gridResidual: usize;
  gridEntries: usize;
  springOf: usize;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
}

export function gridImbalance(a: GridImbalance, first: u32, end: u32): void {
  for (let row: u32 = 2 * first, stop = min<u32>(a.rows, 2 * end); row < stop; row++) {
    imbalanceOfRow(a, 0, row);
    imbalanceOfRow(a, 1, row);
  }
}

/** One colour of a row, four particles at once, direction by direction. A pin has no weights, and no δ. */
function imbalanceOfRow(a: GridImbalance, colour: u32, row: u32): void {
  const three = rowOfThrees(a.columns);
  const one = f32x4.splat(1);
  let own = threesAt(a.columns, a.rows, colour, row);
  let other = threesAt(a.columns, a.rows, 1 - colour, row);
  const after = (row ^ colour) & 1;
  let q = foursAt(a.columns, a.rows, colour, row);
  for (let stop = q + rowOfFours(a.columns); q < stop; q += 64, own += 48, other += 48) {
    const x = a.gridX + own;
    const d = a.gridDelta + own;
    const nx = a.gridX + other;
    const nd = a.gridDelta + other;
    const xi = v128.load(x);
    const yi = v128.load(x, 16);
    const zi = v128.load(x, 32);
    const dxi = v128.load(d);
    const dyi = v128.load(d, 16);
    const dzi = v128.load(d, 32);

    let w = v128.load(a.gridWeights + q);
    let rest = v128.load(a.gridLengths + q);
    let ex = f32x4.add(f32x4.sub(xi, v128.load(nx)), f32x4.sub(dxi, v128.load(nd)));
    let ey = f32x4.add(f32x4.sub(yi, v128.load(nx, 16)), f32x4.sub(dyi, v128.load(nd, 16)));
    let ez = f32x4.add(f32x4.sub(zi, v128.load(nx, 32)), f32x4.sub(dzi, v128.load(nd, 32)));
    let length2 = f32x4.add(f32x4.add(f32x4.mul(ex, ex), f32x4.mul(ey, ey)), f32x4.mul(ez, ez));
    let apart = isApart(length2, rest);
    let lost = lanes(apart, w);
    let kept = f32x4.sub(one, w);
    let scale = f32x4.mul(w, f32x4.sub(v128.and(apart, f32x4.div(rest, f32x4.sqrt(length2))), one));
    let sumX = f32x4.mul(scale, ex);
    let sumY = f32x4.mul(scale, ey);
    let sumZ = f32x4.mul(scale, ez);

    w = v128.load(a.gridWeights + q, 16);
    rest = v128.load(a.gridLengths + q, 16);
    if (after) {
      ex = f32x4.add(f32x4.sub(xi, next(nx)), f32x4.sub(dxi, next(nd)));
      ey = f32x4.add(f32x4.sub(yi, next(nx + 16)), f32x4.sub(dyi, next(nd + 16)));
      ez = f32x4.add(f32x4.sub(zi, next(nx + 32)), f32x4.sub(dzi, next(nd + 32)));
    } else {
      ex = f32x4.add(f32x4.sub(xi, previous(nx)), f32x4.sub(dxi, previous(nd)));
      ey = f32x4.add(f32x4.sub(yi, previous(nx + 16)), f32x4.sub(dyi, previous(nd + 16)));
      ez = f32x4.add(f32x4.sub(zi, previous(nx + 32)), f32x4.sub(dzi, previous(nd + 32)));
    }
    length2 = f32x4.add(f32x4.add(f32x4.mul(ex, ex), f32x4.mul(ey, ey)), f32x4.mul(ez, ez));
    apart = isApart(length2, rest);
    lost |= lanes(apart, w) << 4;
    kept = f32x4.sub(kept, w);
    scale = f32x4.mul(w, f32x4.sub(v128.and(apart, f32x4.div(rest, f32x4.sqrt(length2))), one));
    sumX = f32x4.add(sumX, f32x4.mul(scale, ex));
    sumY = f32x4.add(sumY, f32x4.mul(scale, ey));
    sumZ = f32x4.add(sumZ, f32x4.mul(scale, ez));

    w = v128.load(a.gridWeights + q, 32);
    rest = v128.load(a.gridLengths + q, 32);
    ex = f32x4.add(f32x4.sub(xi, v128.load(nx - three)), f32x4.sub(dxi, v128.load(nd - three)));
    ey = f32x4.add(f32x4.sub(yi, v128.load(nx - three, 16)), f32x4.sub(dyi, v128.load(nd - three, 16)));
    ez = f32x4.add(f32x4.sub(zi, v128.load(nx - three, 32)), f32x4.sub(dzi, v128.load(nd - three, 32)));
    length2 = f32x4.add(f32x4.add(f32x4.mul(ex, ex), f32x4.mul(ey, ey)), f32x4.mul(ez, ez));
    apart = isApart(length2, rest);
    lost |= lanes(apart, w) << 8;
    kept = f32x4.sub(kept, w);
    scale = f32x4.mul(w, f32x4.sub(v128.and(apart, f32x4.div(rest, f32x4.sqrt(length2))), one));
    sumX = f32x4.add(sumX, f32x4.mul(scale, ex));
    sumY = f32x4.add(sumY, f32x4.mul(scale, ey));
    sumZ = f32x4.add(sumZ, f32x4.mul(scale, ez));

    w = v128.load(a.gridWeights + q, 48);
    rest = v128.load(a.gridLengths + q, 48);
    ex = f32x4.add(f32x4.sub(xi, v128.load(nx + three)), f32x4.sub(dxi, v128.load(nd + three)));
    ey = f32x4.add(f32x4.sub(yi, v128.load(nx + three, 16)), f32x4.sub(dyi, v128.load(nd + three, 16)));
    ez = f32x4.add(f32x4.sub(zi, v128.load(nx + three, 32)), f32x4.sub(dzi, v128.load(nd + three, 32)));
    length2 = f32x4.add(f32x4.add(f32x4.mul(ex, ex), f32x4.mul(ey, ey)), f32x4.mul(ez, ez));
    apart = isApart(length2, rest);
    lost |= lanes(apart, w) << 12;
    kept = f32x4.sub(kept, w);
    scale = f32x4.mul(w, f32x4.sub(v128.and(apart, f32x4.div(rest, f32x4.sqrt(length2))), one));
    sumX = f32x4.sub(f32x4.add(sumX, f32x4.mul(scale, ex)), f32x4.mul(kept, dxi));
    sumY = f32x4.sub(f32x4.add(sumY, f32x4.mul(scale, ey)), f32x4.mul(kept, dyi));
    sumZ = f32x4.sub(f32x4.add(sumZ, f32x4.mul(scale, ez)), f32x4.mul(kept, dzi));

    const rhs = a.gridRhs + q;
    const residual = a.gridResidual + own;
    v128.store(rhs, sumX);
    v128.store(rhs, sumY, 16);
    v128.store(rhs, sumZ, 32);
    if (lost)
      giveDirections(a.gridEntries, a.springOf, a.gridWeights, a.gridLengths, a.gridRhs, q, lost, colour);
    v128.store(residual, v128.load(rhs));
    v128.store(residual, v128.load(rhs, 16), 16);
    v128.store(residual, v128.load(rhs, 32), 32);
  }
}

/** The neighbours after those of this block. */
function next(at: usize): v128 {
  return v128.shuffle<f32>(v128.load(at), v128.load(at, 48), 1, 2, 3, 4);
}

/** The neighbours before those of this block. */
function previous(at: usize): v128 {
  return v128.shuffle<f32>(v128.load(at - 48), v128.load(at), 3, 4, 5, 6);
}
