import { blocksOf, rowOfThrees, threesAt } from '../grid.as';
import { eightsAt } from './coarse.as';

@unmanaged
export class GridSmooth {
  gridDelta: usize;
  gridRhs: usize;
  gridWeights: usize;
  columns: u32;
  rows: u32;
  colour: u32;
}

/** The plane as a type: the compiler makes a loop of its own for each. */
type Even = u32;
type Odd = f32;

export function gridSmooth(a: GridSmooth, first: u32, end: u32): void {
  const stop = min<u32>(a.rows, 2 * end);
  for (let row: u32 = 2 * first + (a.colour >> 1); row < stop; row += 2) {
    if (a.colour & 1) smoothRow<Odd>(a, row, 1);
    else smoothRow<Even>(a, row, 0);
  }
}

/** One plane of a row, four points at once. */
function smoothRow<Plane>(a: GridSmooth, row: u32, plane: u32): void {
  const three = rowOfThrees(a.columns);
  const own = threesAt(a.columns, a.rows, plane, row);
  let d = a.gridDelta + own;
  let q = a.gridRhs + own;
  let n = a.gridDelta + threesAt(a.columns, a.rows, 1 - plane, row);
  let w = a.gridWeights + eightsAt(a.columns, a.rows, row, plane);
  for (let stop = d + <usize>blocksOf(a.columns) * 48; d < stop; w += 128) {
    const same = v128.load(w);
    const beside = v128.load(w, 16);
    const up = v128.load(w, 32);
    const down = v128.load(w, 48);
    const upSame = v128.load(w, 64);
    const upBeside = v128.load(w, 80);
    const downSame = v128.load(w, 96);
    const downBeside = v128.load(w, 112);
    for (let blockEnd = d + 48; d < blockEnd; d += 16, q += 16, n += 16) {
      let here = v128.load(n);
      let sum = f32x4.add(v128.load(q), f32x4.mul(same, here));
      sum = f32x4.add(sum, f32x4.mul(beside, shifted<Plane>(here, n)));
      here = v128.load(n - three);
      let other = f32x4.add(f32x4.mul(up, v128.load(d - three)), f32x4.mul(upSame, here));
      other = f32x4.add(other, f32x4.mul(upBeside, shifted<Plane>(here, n - three)));
      here = v128.load(n + three);
      sum = f32x4.add(sum, f32x4.add(f32x4.mul(down, v128.load(d + three)), f32x4.mul(downSame, here)));
      sum = f32x4.add(sum, f32x4.mul(downBeside, shifted<Plane>(here, n + three)));
      v128.store(d, f32x4.add(sum, other));
    }
  }
}

/** The neighbours that have not a point's own half: after those of odd columns, before those of even ones. */
function shifted<Plane>(here: v128, at: usize): v128 {
  return isFloat<Plane>()
    ? v128.shuffle<f32>(here, v128.load(at, 48), 1, 2, 3, 4)
    : v128.shuffle<f32>(v128.load(at - 48), here, 3, 4, 5, 6);
}
