import { finishParticle } from '../motion/finish.as';
import { before, threesAt } from './grid.as';

@unmanaged
export class BlockFinish {
  x: usize;
  v: usize;
  blockDelta: usize;
  h: f32;
  rate: f32;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
}

// [LBOK13] Eq. (4): h v = q − q_prev
export function blockFinish(a: BlockFinish, first: u32, end: u32): void {
  for (let row: u32 = 2 * first, stop = min<u32>(a.rows, 2 * end); row < stop; row++) {
    for (let colour: u32 = 0; colour < 2; colour++) {
      const start = before(a.columns, colour, row);
      const count = before(a.columns, colour, row + 1) - start;
      const o = (<usize>(start + (colour == 0 ? a.red : a.black))) << 4;
      finishRow(a, a.blockDelta + threesAt(a.columns, a.rows, colour, row), a.x + o, a.v + o, count);
    }
  }
}

/** `count` particles, whose corrections are in blocks [x4 y4 z4]. */
function finishRow(a: BlockFinish, from: usize, x: usize, v: usize, count: u32): void {
  const zero = f32x4.splat(0);
  const h = f32x4.splat(a.h);
  const rate = f32x4.splat(a.rate);
  const stop = x + ((<usize>count) << 4);
  for (; x < stop; from += 48, x += 64, v += 64) {
    const dx = v128.load(from);
    const dy = v128.load(from, 16);
    const dz = v128.load(from, 32);
    const xyFirst = v128.shuffle<f32>(dx, dy, 0, 4, 1, 5);
    const xyLast = v128.shuffle<f32>(dx, dy, 2, 6, 3, 7);
    const zFirst = v128.shuffle<f32>(dz, zero, 0, 4, 1, 5);
    const zLast = v128.shuffle<f32>(dz, zero, 2, 6, 3, 7);
    finishParticle(x, v, v128.shuffle<f32>(xyFirst, zFirst, 0, 1, 4, 5), h, rate);
    if (x + 16 < stop)
      finishParticle(x + 16, v + 16, v128.shuffle<f32>(xyFirst, zFirst, 2, 3, 6, 7), h, rate);
    if (x + 32 < stop) finishParticle(x + 32, v + 32, v128.shuffle<f32>(xyLast, zLast, 0, 1, 4, 5), h, rate);
    if (x + 48 < stop) finishParticle(x + 48, v + 48, v128.shuffle<f32>(xyLast, zLast, 2, 3, 6, 7), h, rate);
  }
}
