import { madd } from '../../vector.as';
import { blocksOf, rowOfThrees, threesAt } from '../grid.as';
import { eightsAt } from './coarse.as';

@unmanaged
export class BlockSmooth {
  blockDelta: usize;
  blockRhs: usize;
  blockWeights: usize;
  columns: u32;
  rows: u32;
  parity: u32;
  planes: u32;
  passes: u32;
}

/** The plane as a type parameter, so that the compiler specialises the loop for each. */
type Even = u32;
type Odd = f32;

// [BHM00] Ch. 2 and 3: a relaxation sweep of the V-cycle
export function blockSmooth(a: BlockSmooth, first: u32, end: u32): void {
  const stop = min<u32>(a.rows, 2 * end);
  for (let row: u32 = 2 * first + a.parity; row < stop; row += 2) {
    for (let pass: u32 = 0; pass < a.passes; pass++) {
      if ((a.planes >> pass) & 1) smoothRow<Odd>(a, row, 1);
      else smoothRow<Even>(a, row, 0);
    }
  }
}

/**
 * One plane of a row, four points at a time. Neighbours in the other plane are in two of its blocks: the block with the same number and the one
 * before it for even columns, the one after it for odd columns.
 */
function smoothRow<Plane>(a: BlockSmooth, row: u32, plane: u32): void {
  const isEven = isInteger<Plane>();
  const three = rowOfThrees(a.columns);
  const own = threesAt(a.columns, a.rows, plane, row);
  let d = a.blockDelta + own;
  let dUp = d - three;
  let dDown = d + three;
  let q = a.blockRhs + own;
  let n = a.blockDelta + threesAt(a.columns, a.rows, 1 - plane, row) - (isEven ? 48 : 0);
  let nUp = n - three;
  let nDown = n + three;
  let w = a.blockWeights + eightsAt(a.columns, a.rows, row, plane);
  for (let stop = d + <usize>blocksOf(a.columns) * 48; d < stop; ) {
    const same = v128.load(w);
    const beside = v128.load(w, 16);
    const up = v128.load(w, 32);
    const down = v128.load(w, 48);
    const upSame = v128.load(w, 64);
    const upBeside = v128.load(w, 80);
    const downSame = v128.load(w, 96);
    const downBeside = v128.load(w, 112);
    let left: v128;
    let right: v128;
    let sum: v128;
    let other: v128;

    left = v128.load(n);
    right = v128.load(n, 48);
    sum = madd(same, isEven ? right : left, v128.load(q));
    sum = madd(beside, between<Plane>(left, right), sum);
    left = v128.load(nUp);
    right = v128.load(nUp, 48);
    other = madd(up, v128.load(dUp), f32x4.mul(upSame, isEven ? right : left));
    other = madd(upBeside, between<Plane>(left, right), other);
    left = v128.load(nDown);
    right = v128.load(nDown, 48);
    sum = f32x4.add(sum, madd(down, v128.load(dDown), f32x4.mul(downSame, isEven ? right : left)));
    sum = madd(downBeside, between<Plane>(left, right), sum);
    v128.store(d, f32x4.add(sum, other));

    left = v128.load(n, 16);
    right = v128.load(n, 64);
    sum = madd(same, isEven ? right : left, v128.load(q, 16));
    sum = madd(beside, between<Plane>(left, right), sum);
    left = v128.load(nUp, 16);
    right = v128.load(nUp, 64);
    other = madd(up, v128.load(dUp, 16), f32x4.mul(upSame, isEven ? right : left));
    other = madd(upBeside, between<Plane>(left, right), other);
    left = v128.load(nDown, 16);
    right = v128.load(nDown, 64);
    sum = f32x4.add(sum, madd(down, v128.load(dDown, 16), f32x4.mul(downSame, isEven ? right : left)));
    sum = madd(downBeside, between<Plane>(left, right), sum);
    v128.store(d, f32x4.add(sum, other), 16);

    left = v128.load(n, 32);
    right = v128.load(n, 80);
    sum = madd(same, isEven ? right : left, v128.load(q, 32));
    sum = madd(beside, between<Plane>(left, right), sum);
    left = v128.load(nUp, 32);
    right = v128.load(nUp, 80);
    other = madd(up, v128.load(dUp, 32), f32x4.mul(upSame, isEven ? right : left));
    other = madd(upBeside, between<Plane>(left, right), other);
    left = v128.load(nDown, 32);
    right = v128.load(nDown, 80);
    sum = f32x4.add(sum, madd(down, v128.load(dDown, 32), f32x4.mul(downSame, isEven ? right : left)));
    sum = madd(downBeside, between<Plane>(left, right), sum);
    v128.store(d, f32x4.add(sum, other), 32);

    w += 128;
    d += 48;
    dUp += 48;
    dDown += 48;
    q += 48;
    n += 48;
    nUp += 48;
    nDown += 48;
  }
}

/** The four neighbours with another half than the points: shifted by one point across the two blocks. */
function between<Plane>(left: v128, right: v128): v128 {
  return isInteger<Plane>()
    ? v128.shuffle<f32>(left, right, 3, 4, 5, 6)
    : v128.shuffle<f32>(left, right, 1, 2, 3, 4);
}
