import { madd, nmadd } from '../vector.as';
import { blocksOf, foursAt, rowOfFours, rowOfThrees, threesAt } from './grid.as';
import { shiftedIn } from './grid-relax.as';

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
  isFresh: u32;

  /** A spring's pull brings its ends from y to d. */
  from(y: v128, e: v128): v128 {
    return y;
  }

  /** What a row still needs once all springs have pulled. */
  complete(row: u32): void {}
}

/** e of y where δ is 0, as at the beginning of a step. */
@unmanaged
class AtY {
  x(y: v128, i: usize, j: usize): v128 {
    return y;
  }
  y(y: v128, i: usize, j: usize): v128 {
    return y;
  }
  z(y: v128, i: usize, j: usize): v128 {
    return y;
  }
  xAfter(y: v128, i: usize, j: usize): v128 {
    return y;
  }
  yAfter(y: v128, i: usize, j: usize): v128 {
    return y;
  }
  zAfter(y: v128, i: usize, j: usize): v128 {
    return y;
  }
}

/** e = y + δ_i − δ_j, coordinate by coordinate; with δ of the next i, likewise. */
@unmanaged
class Moved {
  x(y: v128, i: usize, j: usize): v128 {
    return f32x4.add(y, f32x4.sub(v128.load(i), v128.load(j)));
  }
  y(y: v128, i: usize, j: usize): v128 {
    return f32x4.add(y, f32x4.sub(v128.load(i, 16), v128.load(j, 16)));
  }
  z(y: v128, i: usize, j: usize): v128 {
    return f32x4.add(y, f32x4.sub(v128.load(i, 32), v128.load(j, 32)));
  }
  xAfter(y: v128, i: usize, j: usize): v128 {
    return f32x4.add(y, f32x4.sub(after(i), v128.load(j)));
  }
  yAfter(y: v128, i: usize, j: usize): v128 {
    return f32x4.add(y, f32x4.sub(after(i + 16), v128.load(j, 16)));
  }
  zAfter(y: v128, i: usize, j: usize): v128 {
    return f32x4.add(y, f32x4.sub(after(i + 32), v128.load(j, 32)));
  }
}

/** Bytes from the first of a particle's four directions to the others. */
const BESIDE: usize = 16;
const UP: usize = 32;
const DOWN: usize = 48;

/**
 * Row by row, every spring once: what it pulls one end by, it pulls the other end back by, each times its own weight. A row
 * leaves to the next what the springs between them pull it by; only where other pairs of rows begin, and another thread
 * may be, both rows compute these springs. A particle adds up, beside it, down in this order either way.
 *
 * ns per particle, 100 × 100 (EPYC with AVX-512, Node 20; least of many, in turn): 4.0, and 3.2 where δ is not read. Four loops a row, one
 * for each kind of spring: 4.7. One loop for all: 4.2, as V8 reads all of a block first and runs out of registers.
 */
export function gridLocal(a: GridLocal, first: u32, end: u32): void {
  pullRows<GridLocal>(a, first, end);
}

/** For this kernel and `gridImbalance`, which has the same buffers and more. */
export function pullRows<A>(a: A, first: u32, end: u32): void {
  if (first == end) return;
  if (a.isFresh) pullAll<A, AtY>(a, first, end);
  else pullAll<A, Moved>(a, first, end);
}

function pullAll<A, D>(a: A, first: u32, end: u32): void {
  const last = min<u32>(a.rows, 2 * end) - 1;
  let row: u32 = 2 * first;
  let above = f32x4.pmax(pullUp<A, D>(a, 0, row), pullUp<A, D>(a, 1, row));
  for (; row < last; row++) {
    const most = pullRow<A, D>(a, row, true);
    complete<A>(a, row, f32x4.pmax(above, most));
    above = most;
  }
  complete<A>(a, last, f32x4.pmax(above, pullRow<A, D>(a, last, false)));
}

/** `most` is the largest L/|e| of a row's springs. */
function complete<A>(a: A, row: u32, most: v128): void {
  if (v128.any_true(f32x4.gt(most, f32x4.splat(SHORT)))) giveDirections<A>(a, row);
  a.complete(row);
}

/**
 * The springs along a row, then those to the row below, which is given its first share of the right-hand side if `gives`; returns the
 * largest L/|e|. In a row particles of the two colours take turns, i_0 j_0 i_1 j_1 …, i's colour being that of the row's first. With
 * y = y_i − y_j and e = y + δ_i − δ_j, w_i (L/|e| e − y) is added to i's right-hand side, and its opposite with w_j to j's.
 */
function pullRow<A, D>(a: A, row: u32, gives: bool): v128 {
  const d = changetype<D>(0);
  const colour = row & 1;
  const deltas = a.gridDelta - a.gridX;
  const weights = a.gridWeights - a.gridRhs;
  const lengths = a.gridLengths - a.gridRhs;
  let i = a.gridX + threesAt(a.columns, a.rows, colour, row);
  let j = a.gridX + threesAt(a.columns, a.rows, 1 - colour, row);
  let qi = a.gridRhs + foursAt(a.columns, a.rows, colour, row);
  let qj = a.gridRhs + foursAt(a.columns, a.rows, 1 - colour, row);
  let most: v128 = f32x4.splat(0);
  // Of the springs from j to the next i, the last block's.
  let lastX = most;
  let lastY = most;
  let lastZ = most;
  for (const stop = i + <usize>blocksOf(a.columns) * 48; i < stop; i += 48, j += 48, qi += 64, qj += 64) {
    // i and j of the same half.
    let yx = f32x4.sub(v128.load(i), v128.load(j));
    let yy = f32x4.sub(v128.load(i, 16), v128.load(j, 16));
    let yz = f32x4.sub(v128.load(i, 32), v128.load(j, 32));
    let ex = d.x(yx, i + deltas, j + deltas);
    let ey = d.y(yy, i + deltas, j + deltas);
    let ez = d.z(yz, i + deltas, j + deltas);
    let scale = f32x4.div(v128.load(qi + lengths), norm(ex, ey, ez));
    most = f32x4.pmax(most, scale);
    scale = sound(scale);
    let px = f32x4.sub(f32x4.mul(scale, ex), a.from(yx, ex));
    let py = f32x4.sub(f32x4.mul(scale, ey), a.from(yy, ey));
    let pz = f32x4.sub(f32x4.mul(scale, ez), a.from(yz, ez));
    let w = v128.load(qi + weights);
    const rix = madd(w, px, v128.load(qi));
    const riy = madd(w, py, v128.load(qi, 16));
    const riz = madd(w, pz, v128.load(qi, 32));
    w = v128.load(qj + weights);
    const rjx = nmadd(w, px, v128.load(qj));
    const rjy = nmadd(w, py, v128.load(qj, 16));
    const rjz = nmadd(w, pz, v128.load(qj, 32));

    // j and the next i.
    yx = f32x4.sub(after(i), v128.load(j));
    yy = f32x4.sub(after(i + 16), v128.load(j, 16));
    yz = f32x4.sub(after(i + 32), v128.load(j, 32));
    ex = d.xAfter(yx, i + deltas, j + deltas);
    ey = d.yAfter(yy, i + deltas, j + deltas);
    ez = d.zAfter(yz, i + deltas, j + deltas);
    scale = f32x4.div(v128.load(qj + lengths, BESIDE), norm(ex, ey, ez));
    most = f32x4.pmax(most, scale);
    scale = sound(scale);
    px = f32x4.sub(f32x4.mul(scale, ex), a.from(yx, ex));
    py = f32x4.sub(f32x4.mul(scale, ey), a.from(yy, ey));
    pz = f32x4.sub(f32x4.mul(scale, ez), a.from(yz, ez));
    w = v128.load(qj + weights, BESIDE);
    v128.store(qj, nmadd(w, px, rjx));
    v128.store(qj, nmadd(w, py, rjy), 16);
    v128.store(qj, nmadd(w, pz, rjz), 32);
    w = v128.load(qi + weights, BESIDE);
    v128.store(qi, madd(w, shiftedIn(lastX, px), rix));
    v128.store(qi, madd(w, shiftedIn(lastY, py), riy), 16);
    v128.store(qi, madd(w, shiftedIn(lastZ, pz), riz), 32);
    lastX = px;
    lastY = py;
    lastZ = pz;
  }

  const three = rowOfThrees(a.columns);
  const four = rowOfFours(a.columns);
  i = a.gridX + threesAt(a.columns, a.rows, colour, row);
  j = a.gridX + threesAt(a.columns, a.rows, 1 - colour, row);
  qi = a.gridRhs + foursAt(a.columns, a.rows, colour, row);
  qj = a.gridRhs + foursAt(a.columns, a.rows, 1 - colour, row);
  for (const stop = i + <usize>blocksOf(a.columns) * 48; i < stop; i += 48, j += 48, qi += 64, qj += 64) {
    // i and the one below it, of the other colour.
    let below = j + three;
    let yx = f32x4.sub(v128.load(i), v128.load(below));
    let yy = f32x4.sub(v128.load(i, 16), v128.load(below, 16));
    let yz = f32x4.sub(v128.load(i, 32), v128.load(below, 32));
    let ex = d.x(yx, i + deltas, below + deltas);
    let ey = d.y(yy, i + deltas, below + deltas);
    let ez = d.z(yz, i + deltas, below + deltas);
    let scale = f32x4.div(v128.load(qi + lengths, DOWN), norm(ex, ey, ez));
    most = f32x4.pmax(most, scale);
    scale = sound(scale);
    let px = f32x4.sub(f32x4.mul(scale, ex), a.from(yx, ex));
    let py = f32x4.sub(f32x4.mul(scale, ey), a.from(yy, ey));
    let pz = f32x4.sub(f32x4.mul(scale, ez), a.from(yz, ez));
    add(qi, v128.load(qi + weights, DOWN), px, py, pz);
    if (gives) give(qj + four, v128.load(qj + four + weights, UP), px, py, pz);

    // j and the one below it.
    below = i + three;
    yx = f32x4.sub(v128.load(j), v128.load(below));
    yy = f32x4.sub(v128.load(j, 16), v128.load(below, 16));
    yz = f32x4.sub(v128.load(j, 32), v128.load(below, 32));
    ex = d.x(yx, j + deltas, below + deltas);
    ey = d.y(yy, j + deltas, below + deltas);
    ez = d.z(yz, j + deltas, below + deltas);
    scale = f32x4.div(v128.load(qj + lengths, DOWN), norm(ex, ey, ez));
    most = f32x4.pmax(most, scale);
    scale = sound(scale);
    px = f32x4.sub(f32x4.mul(scale, ex), a.from(yx, ex));
    py = f32x4.sub(f32x4.mul(scale, ey), a.from(yy, ey));
    pz = f32x4.sub(f32x4.mul(scale, ez), a.from(yz, ez));
    add(qj, v128.load(qj + weights, DOWN), px, py, pz);
    if (gives) give(qi + four, v128.load(qi + four + weights, UP), px, py, pz);
  }
  return most;
}

/** A share of a right-hand side. */
function add(q: usize, w: v128, px: v128, py: v128, pz: v128): void {
  v128.store(q, madd(w, px, v128.load(q)));
  v128.store(q, madd(w, py, v128.load(q, 16)), 16);
  v128.store(q, madd(w, pz, v128.load(q, 32)), 32);
}

/** The first share of a right-hand side: of the springs to the row above. */
function give(q: usize, w: v128, px: v128, py: v128, pz: v128): void {
  const none = f32x4.splat(0);
  v128.store(q, nmadd(w, px, none));
  v128.store(q, nmadd(w, py, none), 16);
  v128.store(q, nmadd(w, pz, none), 32);
}

function norm(x: v128, y: v128, z: v128): v128 {
  return f32x4.sqrt(madd(z, z, madd(x, x, f32x4.mul(y, y))));
}

/** The same for springs of a colour to the row above, which is left alone. */
function pullUp<A, D>(a: A, colour: u32, row: u32): v128 {
  const d = changetype<D>(0);
  const deltas = a.gridDelta - a.gridX;
  const weights = a.gridWeights - a.gridRhs + UP;
  const lengths = a.gridLengths - a.gridRhs + UP;
  let i = a.gridX + threesAt(a.columns, a.rows, colour, row);
  let j = a.gridX + threesAt(a.columns, a.rows, 1 - colour, row) - rowOfThrees(a.columns);
  let q = a.gridRhs + foursAt(a.columns, a.rows, colour, row);
  let most: v128 = f32x4.splat(0);
  for (const stop = i + <usize>blocksOf(a.columns) * 48; i < stop; i += 48, j += 48, q += 64) {
    // From the one above, as that row gives it.
    const yx = f32x4.sub(v128.load(j), v128.load(i));
    const yy = f32x4.sub(v128.load(j, 16), v128.load(i, 16));
    const yz = f32x4.sub(v128.load(j, 32), v128.load(i, 32));
    const ex = d.x(yx, j + deltas, i + deltas);
    const ey = d.y(yy, j + deltas, i + deltas);
    const ez = d.z(yz, j + deltas, i + deltas);
    let scale = f32x4.div(v128.load(q + lengths), norm(ex, ey, ez));
    most = f32x4.pmax(most, scale);
    scale = sound(scale);
    const px = f32x4.sub(f32x4.mul(scale, ex), a.from(yx, ex));
    const py = f32x4.sub(f32x4.mul(scale, ey), a.from(yy, ey));
    const pz = f32x4.sub(f32x4.mul(scale, ez), a.from(yz, ez));
    give(q, v128.load(q + weights), px, py, pz);
  }
  return most;
}

/** Of four particles the ones after them. */
function after(at: usize): v128 {
  return v128.shuffle<f32>(v128.load(at), v128.load(at, 48), 1, 2, 3, 4);
}

/** L/|e| from which on a spring has no direction; see methods/spring.ts. */
const SHORT: f32 = 1e6;

/** L/|e|, 0 where there is no direction or, 0/0, no spring. */
function sound(scale: v128): v128 {
  return v128.and(scale, f32x4.le(scale, f32x4.splat(SHORT)));
}

/** Springs of a row without a direction take an axis by their number, opposite at the two ends. */
function giveDirections<A>(a: A, row: u32): void {
  const three = rowOfThrees(a.columns);
  for (let colour: u32 = 0; colour < 2; colour++) {
    const own = threesAt(a.columns, a.rows, colour, row);
    const others = threesAt(a.columns, a.rows, 1 - colour, row);
    const q = foursAt(a.columns, a.rows, colour, row);
    const after = (row ^ colour) & 1;
    for (let half: u32 = 0; half < 4 * blocksOf(a.columns); half++) {
      const i = own + numberAt(half, 48);
      const at = q + numberAt(half, 64);
      giveDirection<A>(a, i, others + numberAt(half, 48), at, 0, colour);
      const besides = after ? half + 1 : half - 1;
      if (after || half > 0) giveDirection<A>(a, i, others + numberAt(besides, 48), at, BESIDE, colour);
      giveDirection<A>(a, i, others - three + numberAt(half, 48), at, UP, colour);
      giveDirection<A>(a, i, others + three + numberAt(half, 48), at, DOWN, colour);
    }
  }
}

/** Where the first number of a particle stands in blocks of so many bytes. */
function numberAt(half: u32, bytes: usize): usize {
  return <usize>(half >> 2) * bytes + ((<usize>(half & 3)) << 2);
}

function giveDirection<A>(a: A, i: usize, j: usize, q: usize, direction: usize, colour: u32): void {
  const weight = load<f32>(a.gridWeights + q + direction);
  const rest = load<f32>(a.gridLengths + q + direction);
  if (weight == 0) return;
  const ex = difference<A>(a, i, j);
  const ey = difference<A>(a, i + 16, j + 16);
  const ez = difference<A>(a, i + 32, j + 32);
  const length2: f32 = ex * ex + ey * ey + ez * ez;
  if (!(rest / sqrt<f32>(length2) > SHORT)) return;
  const spring = load<u32>(a.springOf + ((<usize>load<u32>(a.gridEntries + q + direction)) << 2));
  const to = a.gridRhs + q + ((<usize>(spring % 3)) << 4);
  store<f32>(to, load<f32>(to) + (colour == 0 ? weight * rest : -(weight * rest)));
}

/** One coordinate of e. */
function difference<A>(a: A, i: usize, j: usize): f32 {
  const y: f32 = load<f32>(a.gridX + i) - load<f32>(a.gridX + j);
  return a.isFresh ? y : y + (load<f32>(a.gridDelta + i) - load<f32>(a.gridDelta + j));
}
