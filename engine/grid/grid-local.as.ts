import { madd, nmadd } from '../vector.as';
import { blocksOf, foursAt, rowOfThrees, threesAt } from './grid.as';

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

  /** A spring's pull brings its ends from y to d. */
  from(y: v128, e: v128): v128 {
    return y;
  }

  /** What a row still needs once all springs have pulled. */
  complete(row: u32): void {}
}

/** Bytes from the first of a particle's four directions to the others. */
const BESIDE: usize = 16;
const UP: usize = 32;
const DOWN: usize = 48;

/**
 * Row by row, every spring once: what it pulls one end by, it pulls the other end back by, each times its own weight. A row
 * leaves to the next what the springs between them pull it by; only where other pairs of rows begin, and another thread
 * may be, both rows compute these springs. A particle adds up, beside it, down in this order either way.
 */
export function gridLocal(a: GridLocal, first: u32, end: u32): void {
  pullRows<GridLocal>(a, first, end);
}

/** For this kernel and `gridImbalance`, which has the same buffers and more. */
export function pullRows<A>(a: A, first: u32, end: u32): void {
  const start: u32 = 2 * first;
  const stop = min<u32>(a.rows, 2 * end);
  let above: v128 = f32x4.splat(0);
  for (let row = start; row < stop; row++) {
    if (row == start) above = f32x4.pmax(toward<A>(a, 0, row, UP, 0), toward<A>(a, 1, row, UP, 0));
    const most = f32x4.pmax(above, f32x4.pmax(along<A>(a, row), beside<A>(a, row)));
    const below =
      row + 1 < stop
        ? f32x4.pmax(across<A>(a, 0, row), across<A>(a, 1, row))
        : f32x4.pmax(toward<A>(a, 0, row, DOWN, -1), toward<A>(a, 1, row, DOWN, -1));
    if (v128.any_true(f32x4.gt(f32x4.pmax(most, below), f32x4.splat(SHORT)))) giveDirections<A>(a, row);
    a.complete(row);
    above = below;
  }
}

/** Springs between particles of a row with the same half; returns the largest L/|e|. */
function along<A>(a: A, row: u32): v128 {
  const red = threesAt(a.columns, a.rows, 0, row);
  const black = threesAt(a.columns, a.rows, 1, row);
  const q = foursAt(a.columns, a.rows, 0, row);
  const other = foursAt(a.columns, a.rows, 1, row);
  return pull<A>(a, red, black, q, other, 0, 0, i32x4.splat(-1));
}

/** Springs of a colour to the row below, which is given its first share of the right-hand side. */
function across<A>(a: A, colour: u32, row: u32): v128 {
  const own = threesAt(a.columns, a.rows, colour, row);
  const below = threesAt(a.columns, a.rows, 1 - colour, row + 1);
  const q = foursAt(a.columns, a.rows, colour, row);
  const other = foursAt(a.columns, a.rows, 1 - colour, row + 1);
  return pull<A>(a, own, below, q, other, DOWN, UP, i32x4.splat(0));
}

/**
 * Springs between two rows of blocks, i in one direction of the first and j in one of the second: with y = y_i - y_j and
 * e = y + δ_i - δ_j, w_i (L/|e| e - y) is added to i's right-hand side, and its opposite with w_j to what `kept` leaves of j's.
 */
function pull<A>(
  a: A,
  i: usize,
  j: usize,
  qi: usize,
  qj: usize,
  directionI: usize,
  directionJ: usize,
  kept: v128,
): v128 {
  const deltas = a.gridDelta - a.gridX;
  const lengths = a.gridLengths + directionI - a.gridRhs;
  const weightsI = a.gridWeights + directionI - a.gridRhs;
  const weightsJ = a.gridWeights + directionJ - a.gridRhs;
  i += a.gridX;
  j += a.gridX;
  qi += a.gridRhs;
  qj += a.gridRhs;
  let most: v128 = f32x4.splat(0);
  for (const stop = i + <usize>blocksOf(a.columns) * 48; i < stop; i += 48, j += 48, qi += 64, qj += 64) {
    const yx = f32x4.sub(v128.load(i), v128.load(j));
    const yy = f32x4.sub(v128.load(i, 16), v128.load(j, 16));
    const yz = f32x4.sub(v128.load(i, 32), v128.load(j, 32));
    const ex = f32x4.add(yx, f32x4.sub(v128.load(i + deltas), v128.load(j + deltas)));
    const ey = f32x4.add(yy, f32x4.sub(v128.load(i + deltas, 16), v128.load(j + deltas, 16)));
    const ez = f32x4.add(yz, f32x4.sub(v128.load(i + deltas, 32), v128.load(j + deltas, 32)));
    const length2 = madd(ez, ez, madd(ex, ex, f32x4.mul(ey, ey)));
    let scale = f32x4.div(v128.load(qi + lengths), f32x4.sqrt(length2));
    most = f32x4.pmax(most, scale);
    scale = sound(scale);
    const px = f32x4.sub(f32x4.mul(scale, ex), a.from(yx, ex));
    const py = f32x4.sub(f32x4.mul(scale, ey), a.from(yy, ey));
    const pz = f32x4.sub(f32x4.mul(scale, ez), a.from(yz, ez));
    const wi = v128.load(qi + weightsI);
    v128.store(qi, madd(wi, px, v128.load(qi)));
    v128.store(qi, madd(wi, py, v128.load(qi, 16)), 16);
    v128.store(qi, madd(wi, pz, v128.load(qi, 32)), 32);
    const wj = v128.load(qj + weightsJ);
    v128.store(qj, nmadd(wj, px, v128.and(kept, v128.load(qj))));
    v128.store(qj, nmadd(wj, py, v128.and(kept, v128.load(qj, 16))), 16);
    v128.store(qj, nmadd(wj, pz, v128.and(kept, v128.load(qj, 32))), 32);
  }
  return most;
}

/** The same for springs of a colour to the row above or below, which is left alone. */
function toward<A>(a: A, colour: u32, row: u32, direction: usize, kept: i32): v128 {
  const own = threesAt(a.columns, a.rows, colour, row);
  const other = threesAt(a.columns, a.rows, 1 - colour, row);
  const three = rowOfThrees(a.columns);
  const keep = i32x4.splat(kept);
  const deltas = a.gridDelta - a.gridX;
  let i = a.gridX + own;
  let j = a.gridX + (direction == UP ? other - three : other + three);
  let q = foursAt(a.columns, a.rows, colour, row);
  let most: v128 = f32x4.splat(0);
  for (const stop = i + <usize>blocksOf(a.columns) * 48; i < stop; i += 48, j += 48, q += 64) {
    const yx = f32x4.sub(v128.load(i), v128.load(j));
    const yy = f32x4.sub(v128.load(i, 16), v128.load(j, 16));
    const yz = f32x4.sub(v128.load(i, 32), v128.load(j, 32));
    const ex = f32x4.add(yx, f32x4.sub(v128.load(i + deltas), v128.load(j + deltas)));
    const ey = f32x4.add(yy, f32x4.sub(v128.load(i + deltas, 16), v128.load(j + deltas, 16)));
    const ez = f32x4.add(yz, f32x4.sub(v128.load(i + deltas, 32), v128.load(j + deltas, 32)));
    const length2 = madd(ez, ez, madd(ex, ex, f32x4.mul(ey, ey)));
    let scale = f32x4.div(v128.load(a.gridLengths + q + direction), f32x4.sqrt(length2));
    most = f32x4.pmax(most, scale);
    scale = sound(scale);
    const w = v128.load(a.gridWeights + q + direction);
    const r = a.gridRhs + q;
    const px = f32x4.mul(w, f32x4.sub(f32x4.mul(scale, ex), a.from(yx, ex)));
    const py = f32x4.mul(w, f32x4.sub(f32x4.mul(scale, ey), a.from(yy, ey)));
    const pz = f32x4.mul(w, f32x4.sub(f32x4.mul(scale, ez), a.from(yz, ez)));
    v128.store(r, f32x4.add(v128.and(keep, v128.load(r)), px));
    v128.store(r, f32x4.add(v128.and(keep, v128.load(r, 16)), py), 16);
    v128.store(r, f32x4.add(v128.and(keep, v128.load(r, 32)), pz), 32);
  }
  return most;
}

/**
 * The same for springs along a row between particles of different halves: of one colour each to the one before it, so that
 * the other colour's share of a block is complete with the block after it.
 */
function beside<A>(a: A, row: u32): v128 {
  const colour = row & 1;
  const deltas = a.gridDelta - a.gridX;
  let i = a.gridX + threesAt(a.columns, a.rows, colour, row);
  let j = a.gridX + threesAt(a.columns, a.rows, 1 - colour, row);
  let qi = foursAt(a.columns, a.rows, colour, row);
  let qj = foursAt(a.columns, a.rows, 1 - colour, row);
  let most: v128 = f32x4.splat(0);
  let lastX = most;
  let lastY = most;
  let lastZ = most;
  for (const start = i, stop = i + <usize>blocksOf(a.columns) * 48; i < stop; i += 48, j += 48, qi += 64) {
    const yx = f32x4.sub(v128.load(i), before(j));
    const yy = f32x4.sub(v128.load(i, 16), before(j + 16));
    const yz = f32x4.sub(v128.load(i, 32), before(j + 32));
    const ex = f32x4.add(yx, f32x4.sub(v128.load(i + deltas), before(j + deltas)));
    const ey = f32x4.add(yy, f32x4.sub(v128.load(i + deltas, 16), before(j + deltas + 16)));
    const ez = f32x4.add(yz, f32x4.sub(v128.load(i + deltas, 32), before(j + deltas + 32)));
    const length2 = madd(ez, ez, madd(ex, ex, f32x4.mul(ey, ey)));
    let scale = f32x4.div(v128.load(a.gridLengths + qi + BESIDE), f32x4.sqrt(length2));
    most = f32x4.pmax(most, scale);
    scale = sound(scale);
    const px = f32x4.sub(f32x4.mul(scale, ex), a.from(yx, ex));
    const py = f32x4.sub(f32x4.mul(scale, ey), a.from(yy, ey));
    const pz = f32x4.sub(f32x4.mul(scale, ez), a.from(yz, ez));
    const w = v128.load(a.gridWeights + qi + BESIDE);
    const r = a.gridRhs + qi;
    v128.store(r, madd(w, px, v128.load(r)));
    v128.store(r, madd(w, py, v128.load(r, 16)), 16);
    v128.store(r, madd(w, pz, v128.load(r, 32)), 32);
    if (i > start) {
      giveBack<A>(a, qj, next(lastX, px), next(lastY, py), next(lastZ, pz));
      qj += 64;
    }
    lastX = px;
    lastY = py;
    lastZ = pz;
  }
  const zero = f32x4.splat(0);
  giveBack<A>(a, qj, next(lastX, zero), next(lastY, zero), next(lastZ, zero));
  return most;
}

/** The particles before those of this block. */
function before(at: usize): v128 {
  return v128.shuffle<f32>(v128.load(at - 48), v128.load(at), 3, 4, 5, 6);
}

/** The numbers after those of this block. */
function next(here: v128, after: v128): v128 {
  return v128.shuffle<f32>(here, after, 1, 2, 3, 4);
}

function giveBack<A>(a: A, q: usize, px: v128, py: v128, pz: v128): void {
  const w = v128.load(a.gridWeights + q + BESIDE);
  const r = a.gridRhs + q;
  v128.store(r, nmadd(w, px, v128.load(r)));
  v128.store(r, nmadd(w, py, v128.load(r, 16)), 16);
  v128.store(r, nmadd(w, pz, v128.load(r, 32)), 32);
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
  return y + (load<f32>(a.gridDelta + i) - load<f32>(a.gridDelta + j));
}
