import { before, threesAt } from './grid.as';

@unmanaged
export class BlockLeave {
  blockDelta: usize;
  delta: usize;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
}

export function blockLeave(a: BlockLeave, first: u32, end: u32): void {
  for (let row: u32 = 2 * first, stop = min<u32>(a.rows, 2 * end); row < stop; row++) {
    for (let colour: u32 = 0; colour < 2; colour++) {
      const start = before(a.columns, colour, row);
      const count = before(a.columns, colour, row + 1) - start;
      const slot = start + (colour == 0 ? a.red : a.black);
      leaveRow(
        a.blockDelta + threesAt(a.columns, a.rows, colour, row),
        48,
        a.delta + ((<usize>slot) << 4),
        count,
      );
    }
  }
}

/** Blocks [x4 y4 z4 …], so many bytes from one to the next, to `count` particles [x y z 0]. */
export function leaveRow(from: usize, bytes: usize, to: usize, count: u32): void {
  const zero = f32x4.splat(0);
  const stop = to + ((<usize>count) << 4);
  for (; to < stop; from += bytes, to += 64) {
    const x = v128.load(from);
    const y = v128.load(from, 16);
    const z = v128.load(from, 32);
    const xyFirst = v128.shuffle<f32>(x, y, 0, 4, 1, 5);
    const xyLast = v128.shuffle<f32>(x, y, 2, 6, 3, 7);
    const zFirst = v128.shuffle<f32>(z, zero, 0, 4, 1, 5);
    const zLast = v128.shuffle<f32>(z, zero, 2, 6, 3, 7);
    v128.store(to, v128.shuffle<f32>(xyFirst, zFirst, 0, 1, 4, 5));
    if (to + 16 < stop) v128.store(to, v128.shuffle<f32>(xyFirst, zFirst, 2, 3, 6, 7), 16);
    if (to + 32 < stop) v128.store(to, v128.shuffle<f32>(xyLast, zLast, 0, 1, 4, 5), 32);
    if (to + 48 < stop) v128.store(to, v128.shuffle<f32>(xyLast, zLast, 2, 3, 6, 7), 48);
  }
}
