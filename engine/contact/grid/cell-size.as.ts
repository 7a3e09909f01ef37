import { dot, xyz } from '../../vector.as';

@unmanaged
export class CellSize {
  lowest: usize;
  highest: usize;
  cell: usize;
  overlooked: usize;
  blocks: u32;
  reach: f32;
  turn: f32;
}

export function cellSize(a: CellSize, first: u32, end: u32): void {
  if (first == end) return;
  let low = f32x4.splat(1e15);
  let high = f32x4.splat(-1e15);
  for (let o: usize = 0, stop: usize = (<usize>a.blocks) << 4; o < stop; o += 16) {
    low = f32x4.min(low, v128.load(a.lowest + o));
    high = f32x4.max(high, v128.load(a.highest + o));
  }
  const range = f32x4.max(f32x4.splat(0), f32x4.sub(high, low));
  const sight = f32x4.splat(a.reach + min<f32>(a.reach, a.turn * sqrt<f32>(dot(range, range))));
  const size = f32x4.mul(f32x4.splat(1.001), f32x4.add(sight, range));
  const widest = f32x4.splat(64 * a.reach);
  v128.store(a.cell, xyz(f32x4.min(size, widest)));
  if ((i32x4.bitmask(f32x4.gt(size, widest)) & 7) != 0) store<u32>(a.overlooked, 1, 4);
}
