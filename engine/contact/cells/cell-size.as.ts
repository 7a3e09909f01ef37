import { dot, withW } from '../../vector.as';

@unmanaged
export class CellSize {
  ranges: usize;
  cell: usize;
  isStale: usize;
  overlooked: usize;
  blocks: u32;
  reach: f32;
  turn: f32;
  skin: f32;
}

export function cellSize(a: CellSize, first: u32, end: u32): void {
  if (first == end) return;
  const drifts = rangeOf(a, 32);
  const ways = rangeOf(a, 0);
  const way = sqrt<f32>(dot(ways, ways));
  const nearer: f32 = 1 + 2 * a.turn;
  const drifted: f32 = 1.001 * nearer * sqrt<f32>(dot(drifts, drifts));
  let skin = load<f32>(a.cell, 12);
  if (load<f32>(a.cell) == 0 || drifted > skin) {
    store<u32>(a.isStale, 1);
    skin = 2.0 * nearer * way <= a.skin ? a.skin : 0;
  }
  const sight = f32x4.splat(a.reach + min<f32>(a.reach, a.turn * way) + skin);
  const size = f32x4.mul(f32x4.splat(1.001), f32x4.add(sight, ways));
  const widest = f32x4.splat(64 * a.reach);
  v128.store(a.cell, withW(f32x4.min(size, widest), skin));
  if ((i32x4.bitmask(f32x4.gt(size, widest)) & 7) != 0) store<u32>(a.overlooked, 1, 4);
}

/** Greatest minus least over all blocks; `from` is the offset in bytes in a block's record. */
function rangeOf(a: CellSize, from: usize): v128 {
  let low = f32x4.splat(1125899906842624);
  let high = f32x4.splat(-1125899906842624);
  for (let at = a.ranges + from, stop = at + ((<usize>a.blocks) << 6); at < stop; at += 64) {
    low = f32x4.min(low, v128.load(at));
    high = f32x4.max(high, v128.load(at, 16));
  }
  return f32x4.max(f32x4.splat(0), f32x4.sub(high, low));
}
