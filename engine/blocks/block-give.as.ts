import { correctRow } from './block-advance.as';
import { leaveRow } from './block-leave.as';
import { before, blocksOf, threesAt } from './grid.as';

@unmanaged
export class BlockGive {
  blockX: usize;
  blockV: usize;
  blockDelta: usize;
  x: usize;
  v: usize;
  h: f32;
  rate: f32;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
}

// [LBOK13] Eq. (4): h v = q − q_prev
export function blockGive(a: BlockGive, first: u32, end: u32): void {
  for (let row: u32 = 2 * first, stop = min<u32>(a.rows, 2 * end); row < stop; row++) {
    for (let colour: u32 = 0; colour < 2; colour++) {
      const start = before(a.columns, colour, row);
      const count = before(a.columns, colour, row + 1) - start;
      const to = (<usize>(start + (colour == 0 ? a.red : a.black))) << 4;
      const from = threesAt(a.columns, a.rows, colour, row);
      const x = a.blockX + from;
      const v = a.blockV + from;
      const place = a.x + to;
      correctRow(
        x,
        v,
        a.blockDelta + from,
        place,
        place + ((<usize>count) << 4),
        blocksOf(a.columns),
        a.h,
        a.rate,
      );
      giveRow(x, place, count);
      leaveRow(v, 48, a.v + to, count);
    }
  }
}

/** Blocks [x4 y4 z4] to `count` particles, whose w stays. */
function giveRow(from: usize, to: usize, count: u32): void {
  for (const stop = to + ((<usize>count) << 4); to < stop; from += 48, to += 64) {
    const x = v128.load(from);
    const y = v128.load(from, 16);
    const z = v128.load(from, 32);
    const first = v128.shuffle<f32>(x, y, 0, 4, 1, 5);
    const last = v128.shuffle<f32>(x, y, 2, 6, 3, 7);
    v128.store64_lane(to, first, 0);
    v128.store32_lane(to, z, 0, 8);
    if (to + 16 < stop) {
      v128.store64_lane(to, first, 1, 16);
      v128.store32_lane(to, z, 1, 24);
    }
    if (to + 32 < stop) {
      v128.store64_lane(to, last, 0, 32);
      v128.store32_lane(to, z, 2, 40);
    }
    if (to + 48 < stop) {
      v128.store64_lane(to, last, 1, 48);
      v128.store32_lane(to, z, 3, 56);
    }
  }
}
