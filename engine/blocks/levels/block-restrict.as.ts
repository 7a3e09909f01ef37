import { blocksOf, threesAt } from '../grid.as';
import { planeAt } from './coarse.as';

@unmanaged
export class BlockRestrict {
  blockResidual: usize;
  blockShares: usize;
  blockMiddles: usize;
  coarseRhs: usize;
  fineColumns: u32;
  fineRows: u32;
  columns: u32;
  rows: u32;
  isFinest: u32;
}

// [BHM00] Ch. 3 and 8: restriction by Pᵀ
export function blockRestrict(a: BlockRestrict, first: u32, end: u32): void {
  for (let row = first; row < end; row++) restrictRow(a, row);
}

/** One block of the fine rows gives four coarse columns. Eight of them are then sorted into a block of even columns and one of odd ones. */
function restrictRow(a: BlockRestrict, row: u32): void {
  // Fine row 2 row + 1 may lie beyond the row of zeros below the level; the row of zeros above it serves as well.
  const last = (a.fineRows + 1) & ~1;
  const below: u32 = row << 1 < last ? 2 * row + 1 : <u32>-1;
  const r = a.blockResidual;
  // A coarse point's left neighbour may be in the previous block of odd columns.
  let upEven = r + planeAt(a.fineColumns, a.fineRows, 2 * row - 1, 0, a.isFinest);
  let upOdd = r + planeAt(a.fineColumns, a.fineRows, 2 * row - 1, 1, a.isFinest) - 48;
  let even = r + planeAt(a.fineColumns, a.fineRows, 2 * row, 0, a.isFinest);
  let odd = r + planeAt(a.fineColumns, a.fineRows, 2 * row, 1, a.isFinest) - 48;
  let downEven = r + planeAt(a.fineColumns, a.fineRows, below, 0, a.isFinest);
  let downOdd = r + planeAt(a.fineColumns, a.fineRows, below, 1, a.isFinest) - 48;
  const blocks = blocksOf(a.columns) << 1;
  // The block behind the last one of a fine row holds zeros. Blocks beyond that are not read.
  const there = min<u32>(blocks, blocksOf(a.fineColumns) + 1);
  let share = a.blockShares + <usize>(row * blocks) * 144;
  let middle = a.blockMiddles + ((<usize>(row * blocks)) << 4);
  const half = f32x4.splat(0.5);
  const toEven = threesAt(a.columns, a.rows, 0, row);
  const toOdd = threesAt(a.columns, a.rows, 1, row) - toEven;
  let to = a.coarseRhs + toEven;
  let x = f32x4.splat(0);
  let y = x;
  let z = x;
  for (let b: u32 = 0; b < blocks; b++) {
    let sumX = f32x4.splat(0);
    let sumY = sumX;
    let sumZ = sumX;
    const alike = v128.load(middle);
    if (b < there && v128.any_true(alike)) {
      let left: v128;
      let right: v128;
      left = f32x4.add(v128.load(odd), f32x4.mul(half, f32x4.add(v128.load(upOdd), v128.load(downOdd))));
      right = f32x4.add(
        v128.load(odd, 48),
        f32x4.mul(half, f32x4.add(v128.load(upOdd, 48), v128.load(downOdd, 48))),
      );
      right = f32x4.mul(half, f32x4.add(right, v128.shuffle<f32>(left, right, 3, 4, 5, 6)));
      sumX = f32x4.add(v128.load(even), f32x4.mul(half, f32x4.add(v128.load(upEven), v128.load(downEven))));
      sumX = f32x4.mul(alike, f32x4.add(sumX, right));
      left = f32x4.add(
        v128.load(odd, 16),
        f32x4.mul(half, f32x4.add(v128.load(upOdd, 16), v128.load(downOdd, 16))),
      );
      right = f32x4.add(
        v128.load(odd, 64),
        f32x4.mul(half, f32x4.add(v128.load(upOdd, 64), v128.load(downOdd, 64))),
      );
      right = f32x4.mul(half, f32x4.add(right, v128.shuffle<f32>(left, right, 3, 4, 5, 6)));
      sumY = f32x4.add(
        v128.load(even, 16),
        f32x4.mul(half, f32x4.add(v128.load(upEven, 16), v128.load(downEven, 16))),
      );
      sumY = f32x4.mul(alike, f32x4.add(sumY, right));
      left = f32x4.add(
        v128.load(odd, 32),
        f32x4.mul(half, f32x4.add(v128.load(upOdd, 32), v128.load(downOdd, 32))),
      );
      right = f32x4.add(
        v128.load(odd, 80),
        f32x4.mul(half, f32x4.add(v128.load(upOdd, 80), v128.load(downOdd, 80))),
      );
      right = f32x4.mul(half, f32x4.add(right, v128.shuffle<f32>(left, right, 3, 4, 5, 6)));
      sumZ = f32x4.add(
        v128.load(even, 32),
        f32x4.mul(half, f32x4.add(v128.load(upEven, 32), v128.load(downEven, 32))),
      );
      sumZ = f32x4.mul(alike, f32x4.add(sumZ, right));
    } else if (b < there) {
      // Three fine rows; in each the point's own column, the next one and the one before.
      let w = v128.load(share);
      sumX = f32x4.mul(w, v128.load(upEven));
      sumY = f32x4.mul(w, v128.load(upEven, 16));
      sumZ = f32x4.mul(w, v128.load(upEven, 32));
      w = v128.load(share, 16);
      let rx = v128.load(upOdd, 48);
      let ry = v128.load(upOdd, 64);
      let rz = v128.load(upOdd, 80);
      sumX = f32x4.add(sumX, f32x4.mul(w, rx));
      sumY = f32x4.add(sumY, f32x4.mul(w, ry));
      sumZ = f32x4.add(sumZ, f32x4.mul(w, rz));
      w = v128.load(share, 32);
      sumX = f32x4.add(sumX, f32x4.mul(w, v128.shuffle<f32>(v128.load(upOdd), rx, 3, 4, 5, 6)));
      sumY = f32x4.add(sumY, f32x4.mul(w, v128.shuffle<f32>(v128.load(upOdd, 16), ry, 3, 4, 5, 6)));
      sumZ = f32x4.add(sumZ, f32x4.mul(w, v128.shuffle<f32>(v128.load(upOdd, 32), rz, 3, 4, 5, 6)));
      w = v128.load(share, 48);
      sumX = f32x4.add(sumX, f32x4.mul(w, v128.load(even)));
      sumY = f32x4.add(sumY, f32x4.mul(w, v128.load(even, 16)));
      sumZ = f32x4.add(sumZ, f32x4.mul(w, v128.load(even, 32)));
      w = v128.load(share, 64);
      rx = v128.load(odd, 48);
      ry = v128.load(odd, 64);
      rz = v128.load(odd, 80);
      sumX = f32x4.add(sumX, f32x4.mul(w, rx));
      sumY = f32x4.add(sumY, f32x4.mul(w, ry));
      sumZ = f32x4.add(sumZ, f32x4.mul(w, rz));
      w = v128.load(share, 80);
      sumX = f32x4.add(sumX, f32x4.mul(w, v128.shuffle<f32>(v128.load(odd), rx, 3, 4, 5, 6)));
      sumY = f32x4.add(sumY, f32x4.mul(w, v128.shuffle<f32>(v128.load(odd, 16), ry, 3, 4, 5, 6)));
      sumZ = f32x4.add(sumZ, f32x4.mul(w, v128.shuffle<f32>(v128.load(odd, 32), rz, 3, 4, 5, 6)));
      w = v128.load(share, 96);
      sumX = f32x4.add(sumX, f32x4.mul(w, v128.load(downEven)));
      sumY = f32x4.add(sumY, f32x4.mul(w, v128.load(downEven, 16)));
      sumZ = f32x4.add(sumZ, f32x4.mul(w, v128.load(downEven, 32)));
      w = v128.load(share, 112);
      rx = v128.load(downOdd, 48);
      ry = v128.load(downOdd, 64);
      rz = v128.load(downOdd, 80);
      sumX = f32x4.add(sumX, f32x4.mul(w, rx));
      sumY = f32x4.add(sumY, f32x4.mul(w, ry));
      sumZ = f32x4.add(sumZ, f32x4.mul(w, rz));
      w = v128.load(share, 128);
      sumX = f32x4.add(sumX, f32x4.mul(w, v128.shuffle<f32>(v128.load(downOdd), rx, 3, 4, 5, 6)));
      sumY = f32x4.add(sumY, f32x4.mul(w, v128.shuffle<f32>(v128.load(downOdd, 16), ry, 3, 4, 5, 6)));
      sumZ = f32x4.add(sumZ, f32x4.mul(w, v128.shuffle<f32>(v128.load(downOdd, 32), rz, 3, 4, 5, 6)));
    }
    if (b & 1) {
      v128.store(to, v128.shuffle<f32>(x, sumX, 0, 2, 4, 6));
      v128.store(to, v128.shuffle<f32>(y, sumY, 0, 2, 4, 6), 16);
      v128.store(to, v128.shuffle<f32>(z, sumZ, 0, 2, 4, 6), 32);
      v128.store(to + toOdd, v128.shuffle<f32>(x, sumX, 1, 3, 5, 7));
      v128.store(to + toOdd, v128.shuffle<f32>(y, sumY, 1, 3, 5, 7), 16);
      v128.store(to + toOdd, v128.shuffle<f32>(z, sumZ, 1, 3, 5, 7), 32);
      to += 48;
    }
    x = sumX;
    y = sumY;
    z = sumZ;
    share += 144;
    middle += 16;
    upEven += 48;
    upOdd += 48;
    even += 48;
    odd += 48;
    downEven += 48;
    downOdd += 48;
  }
}
