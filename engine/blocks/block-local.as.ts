import { madd, nmadd } from '../vector.as';
import { BESIDE, DOWN, giveDirections, SHORT, sound, UP } from './block-directions.as';
import { shiftedIn } from './block-relax.as';
import { blocksOf, foursAt, rowOfFours, rowOfThrees, threesAt } from './grid.as';

@unmanaged
export class BlockLocal {
  blockX: usize;
  blockDelta: usize;
  blockWeights: usize;
  blockLengths: usize;
  blockRhs: usize;
  blockPlain: usize;
  blockEntries: usize;
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

/** Rows whose springs differ: each has a length, and a weight at either end. */
@unmanaged
class Each {
  isPlain(): bool {
    return false;
  }
  length(at: usize, one: v128): v128 {
    return v128.load(at);
  }
  weight(at: usize): v128 {
    return v128.load(at);
  }
  /** A share of a right-hand side, and what is taken from one. */
  plus(r: v128, w: v128, p: v128): v128 {
    return madd(w, p, r);
  }
  minus(r: v128, w: v128, p: v128): v128 {
    return nmadd(w, p, r);
  }
}

/** Rows with one length along them, another down, and one weight for all springs of a particle, which their sum is taken times at last. */
@unmanaged
class Plain {
  isPlain(): bool {
    return true;
  }
  length(at: usize, one: v128): v128 {
    return one;
  }
  weight(at: usize): v128 {
    return f32x4.splat(1);
  }
  plus(r: v128, w: v128, p: v128): v128 {
    return f32x4.add(r, p);
  }
  minus(r: v128, w: v128, p: v128): v128 {
    return f32x4.sub(r, p);
  }
}

/**
 * Row by row, every spring once: what it pulls one end by, it pulls the other end back by, each times its own weight. A row
 * leaves to the next what the springs between them pull it by; only where other pairs of rows begin, and another thread
 * may be, both rows compute these springs. A particle adds up, beside it, down in this order either way.
 *
 * ns per particle, 100 × 100 (EPYC with AVX-512, Node 20; least of many, in turn): 2.7 in plain rows, 2.1 where δ is not read; with a
 * length and weights for each spring 3.0 and 2.5. Four loops a row, one for each kind of spring, took a sixth longer, one loop for
 * all a twentieth, as V8 reads all of a block first and runs out of registers. Equal: what is below first, so that fewer numbers are at hand at
 * once; integer minima in place of float ones. A root and a division a spring are a fifth of the time.
 */
// [PNF18] Alg. 3, the local step
export function blockLocal(a: BlockLocal, first: u32, end: u32): void {
  pullRows<BlockLocal>(a, first, end);
}

/** For this kernel and `blockImbalance`, which has the same buffers and more. */
export function pullRows<A>(a: A, first: u32, end: u32): void {
  if (first == end) return;
  if (a.isFresh) pullAll<A, AtY>(a, first, end);
  else pullAll<A, Moved>(a, first, end);
}

function pullAll<A, D>(a: A, first: u32, end: u32): void {
  const last = min<u32>(a.rows, 2 * end) - 1;
  let row: u32 = 2 * first;
  let above = f32x4.pmax(pullUp<A, D>(a, 0, row), pullUp<A, D>(a, 1, row));
  for (; row <= last; row++) {
    const most = isPlain<A>(a, row)
      ? pullRow<A, D, Plain>(a, row, row < last)
      : pullRow<A, D, Each>(a, row, row < last);
    complete<A>(a, row, f32x4.pmax(above, most));
    above = most;
  }
}

function isPlain<A>(a: A, row: u32): bool {
  return load<u32>(a.blockPlain + ((<usize>(row >> 1)) << 2)) != 0;
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
function pullRow<A, D, W>(a: A, row: u32, gives: bool): v128 {
  const d = changetype<D>(0);
  const s = changetype<W>(0);
  const colour = row & 1;
  const deltas = a.blockDelta - a.blockX;
  const weights = a.blockWeights - a.blockRhs;
  const lengths = a.blockLengths - a.blockRhs;
  let i = a.blockX + threesAt(a.columns, a.rows, colour, row);
  let j = a.blockX + threesAt(a.columns, a.rows, 1 - colour, row);
  let qi = a.blockRhs + foursAt(a.columns, a.rows, colour, row);
  let qj = a.blockRhs + foursAt(a.columns, a.rows, 1 - colour, row);
  let most: v128 = f32x4.splat(0);
  // Of the springs from j to the next i, the last block's.
  let lastX = most;
  let lastY = most;
  let lastZ = most;
  const along = v128.load32_splat(qi + lengths);
  for (const stop = i + <usize>blocksOf(a.columns) * 48; i < stop; i += 48, j += 48, qi += 64, qj += 64) {
    // i and j of the same half.
    let yx = f32x4.sub(v128.load(i), v128.load(j));
    let yy = f32x4.sub(v128.load(i, 16), v128.load(j, 16));
    let yz = f32x4.sub(v128.load(i, 32), v128.load(j, 32));
    let ex = d.x(yx, i + deltas, j + deltas);
    let ey = d.y(yy, i + deltas, j + deltas);
    let ez = d.z(yz, i + deltas, j + deltas);
    let scale = f32x4.div(s.length(qi + lengths, along), norm(ex, ey, ez));
    if (s.isPlain() && i + 48 == stop) {
      const there = hasLength(qi + lengths);
      scale = v128.and(scale, there);
      yx = v128.and(yx, there);
      yy = v128.and(yy, there);
      yz = v128.and(yz, there);
      ex = v128.and(ex, there);
      ey = v128.and(ey, there);
      ez = v128.and(ez, there);
    }
    most = f32x4.pmax(most, scale);
    scale = sound(scale);
    let px = f32x4.sub(f32x4.mul(scale, ex), a.from(yx, ex));
    let py = f32x4.sub(f32x4.mul(scale, ey), a.from(yy, ey));
    let pz = f32x4.sub(f32x4.mul(scale, ez), a.from(yz, ez));
    let w = s.weight(qi + weights);
    const rix = s.plus(v128.load(qi), w, px);
    const riy = s.plus(v128.load(qi, 16), w, py);
    const riz = s.plus(v128.load(qi, 32), w, pz);
    w = s.weight(qj + weights);
    const rjx = s.minus(v128.load(qj), w, px);
    const rjy = s.minus(v128.load(qj, 16), w, py);
    const rjz = s.minus(v128.load(qj, 32), w, pz);

    // j and the next i.
    yx = f32x4.sub(after(i), v128.load(j));
    yy = f32x4.sub(after(i + 16), v128.load(j, 16));
    yz = f32x4.sub(after(i + 32), v128.load(j, 32));
    ex = d.xAfter(yx, i + deltas, j + deltas);
    ey = d.yAfter(yy, i + deltas, j + deltas);
    ez = d.zAfter(yz, i + deltas, j + deltas);
    scale = f32x4.div(s.length(qj + lengths + BESIDE, along), norm(ex, ey, ez));
    if (s.isPlain() && i + 48 == stop) {
      const there = hasLength(qj + lengths + BESIDE);
      scale = v128.and(scale, there);
      yx = v128.and(yx, there);
      yy = v128.and(yy, there);
      yz = v128.and(yz, there);
      ex = v128.and(ex, there);
      ey = v128.and(ey, there);
      ez = v128.and(ez, there);
    }
    most = f32x4.pmax(most, scale);
    scale = sound(scale);
    px = f32x4.sub(f32x4.mul(scale, ex), a.from(yx, ex));
    py = f32x4.sub(f32x4.mul(scale, ey), a.from(yy, ey));
    pz = f32x4.sub(f32x4.mul(scale, ez), a.from(yz, ez));
    w = s.weight(qj + weights + BESIDE);
    v128.store(qj, s.minus(rjx, w, px));
    v128.store(qj, s.minus(rjy, w, py), 16);
    v128.store(qj, s.minus(rjz, w, pz), 32);
    w = s.weight(qi + weights + BESIDE);
    v128.store(qi, s.plus(rix, w, shiftedIn(lastX, px)));
    v128.store(qi, s.plus(riy, w, shiftedIn(lastY, py)), 16);
    v128.store(qi, s.plus(riz, w, shiftedIn(lastZ, pz)), 32);
    lastX = px;
    lastY = py;
    lastZ = pz;
  }

  const three = rowOfThrees(a.columns);
  const four = rowOfFours(a.columns);
  i = a.blockX + threesAt(a.columns, a.rows, colour, row);
  j = a.blockX + threesAt(a.columns, a.rows, 1 - colour, row);
  qi = a.blockRhs + foursAt(a.columns, a.rows, colour, row);
  qj = a.blockRhs + foursAt(a.columns, a.rows, 1 - colour, row);
  if (row + 1 == a.rows) {
    if (s.isPlain()) {
      weighRow(qi, qi + four);
      weighRow(qj, qj + four);
    }
    return most;
  }
  const down = v128.load32_splat(qi + lengths, DOWN);
  const isPlainBelow = isPlain<A>(a, row + 1);
  for (const stop = i + <usize>blocksOf(a.columns) * 48; i < stop; i += 48, j += 48, qi += 64, qj += 64) {
    // i and the one below it, of the other colour.
    let below = j + three;
    let yx = f32x4.sub(v128.load(i), v128.load(below));
    let yy = f32x4.sub(v128.load(i, 16), v128.load(below, 16));
    let yz = f32x4.sub(v128.load(i, 32), v128.load(below, 32));
    let ex = d.x(yx, i + deltas, below + deltas);
    let ey = d.y(yy, i + deltas, below + deltas);
    let ez = d.z(yz, i + deltas, below + deltas);
    let scale = f32x4.div(s.length(qi + lengths + DOWN, down), norm(ex, ey, ez));
    if (s.isPlain() && i + 48 == stop) scale = v128.and(scale, hasLength(qi + lengths + DOWN));
    most = f32x4.pmax(most, scale);
    scale = sound(scale);
    let px = f32x4.sub(f32x4.mul(scale, ex), a.from(yx, ex));
    let py = f32x4.sub(f32x4.mul(scale, ey), a.from(yy, ey));
    let pz = f32x4.sub(f32x4.mul(scale, ez), a.from(yz, ez));
    if (s.isPlain()) addAndWeigh(qi, px, py, pz);
    else add(qi, v128.load(qi + weights, DOWN), px, py, pz);
    if (gives) give(qj + four, weightAbove(qj + four + weights, isPlainBelow), px, py, pz);

    // j and the one below it.
    below = i + three;
    yx = f32x4.sub(v128.load(j), v128.load(below));
    yy = f32x4.sub(v128.load(j, 16), v128.load(below, 16));
    yz = f32x4.sub(v128.load(j, 32), v128.load(below, 32));
    ex = d.x(yx, j + deltas, below + deltas);
    ey = d.y(yy, j + deltas, below + deltas);
    ez = d.z(yz, j + deltas, below + deltas);
    scale = f32x4.div(s.length(qj + lengths + DOWN, down), norm(ex, ey, ez));
    if (s.isPlain() && i + 48 == stop) scale = v128.and(scale, hasLength(qj + lengths + DOWN));
    most = f32x4.pmax(most, scale);
    scale = sound(scale);
    px = f32x4.sub(f32x4.mul(scale, ex), a.from(yx, ex));
    py = f32x4.sub(f32x4.mul(scale, ey), a.from(yy, ey));
    pz = f32x4.sub(f32x4.mul(scale, ez), a.from(yz, ez));
    if (s.isPlain()) addAndWeigh(qj, px, py, pz);
    else add(qj, v128.load(qj + weights, DOWN), px, py, pz);
    if (gives) give(qi + four, weightAbove(qi + four + weights, isPlainBelow), px, py, pz);
  }
  return most;
}

/** A share of a right-hand side. */
function add(q: usize, w: v128, px: v128, py: v128, pz: v128): void {
  v128.store(q, madd(w, px, v128.load(q)));
  v128.store(q, madd(w, py, v128.load(q, 16)), 16);
  v128.store(q, madd(w, pz, v128.load(q, 32)), 32);
}

/** The last share of a right-hand side in a plain row, which is then weighed. */
function addAndWeigh(q: usize, px: v128, py: v128, pz: v128): void {
  const w = v128.load(q, 48);
  v128.store(q, f32x4.mul(w, f32x4.add(px, v128.load(q))));
  v128.store(q, f32x4.mul(w, f32x4.add(py, v128.load(q, 16))), 16);
  v128.store(q, f32x4.mul(w, f32x4.add(pz, v128.load(q, 32))), 32);
}

function weighRow(q: usize, stop: usize): void {
  const none = f32x4.splat(0);
  for (; q < stop; q += 64) addAndWeigh(q, none, none, none);
}

/** Of the springs to the row above: right-hand sides of plain rows are weighed at last. */
function weightAbove(at: usize, isPlain: bool): v128 {
  return isPlain ? f32x4.splat(1) : v128.load(at, UP);
}

/** The first share of a right-hand side: of the springs to the row above. */
function give(q: usize, w: v128, px: v128, py: v128, pz: v128): void {
  const none = f32x4.splat(0);
  v128.store(q, nmadd(w, px, none));
  v128.store(q, nmadd(w, py, none), 16);
  v128.store(q, nmadd(w, pz, none), 32);
}

/** Where there are springs. */
function hasLength(at: usize): v128 {
  return f32x4.gt(v128.load(at), f32x4.splat(0));
}

function norm(x: v128, y: v128, z: v128): v128 {
  return f32x4.sqrt(madd(z, z, madd(x, x, f32x4.mul(y, y))));
}

/** The same for springs of a colour to the row above, which is left alone. */
function pullUp<A, D>(a: A, colour: u32, row: u32): v128 {
  const d = changetype<D>(0);
  const deltas = a.blockDelta - a.blockX;
  const lengths = a.blockLengths - a.blockRhs + UP;
  const weights = a.blockWeights - a.blockRhs;
  let i = a.blockX + threesAt(a.columns, a.rows, colour, row);
  let j = a.blockX + threesAt(a.columns, a.rows, 1 - colour, row) - rowOfThrees(a.columns);
  let q = a.blockRhs + foursAt(a.columns, a.rows, colour, row);
  let most: v128 = f32x4.splat(0);
  if (row == 0) {
    for (const stop = q + rowOfFours(a.columns); q < stop; q += 64) give(q, most, most, most, most);
    return most;
  }
  const isPlainHere = isPlain<A>(a, row);
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
    give(q, weightAbove(q + weights, isPlainHere), px, py, pz);
  }
  return most;
}

/** Of four particles the ones after them. */
function after(at: usize): v128 {
  return v128.shuffle<f32>(v128.load(at), v128.load(at, 48), 1, 2, 3, 4);
}
