import { xOf, yOf, zOf } from '../vector.as';
import { predictRow } from './block-advance.as';
import { enterRow } from './block-enter.as';
import { before, blocksOf, foursAt, threesAt } from './grid.as';

@unmanaged
export class BlockTake {
  x: usize;
  v: usize;
  force: usize;
  masses: usize;
  blockX: usize;
  blockV: usize;
  blockPush: usize;
  blockCalm: usize;
  h: f32;
  gx: f32;
  gy: f32;
  gz: f32;
  damping: f32;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
}

// [NP17] Alg. 2, [PNF18] Alg. 2
export function blockTake(a: BlockTake, first: u32, end: u32): void {
  for (let pair = first; pair < end; pair++) {
    let calm: u32 = 0;
    for (let row: u32 = 2 * pair, stop = min<u32>(a.rows, 2 * pair + 2); row < stop; row++)
      for (let colour: u32 = 0; colour < 2; colour++)
        if (takeRow(a, row, colour)) calm |= 1 << (2 * (row & 1) + colour);
    store<u32>(a.blockCalm + ((<usize>pair) << 2), calm);
  }
}

/** Moves a row into blocks. Returns whether it is calm: no particle held and one push for all, in all of its blocks but the last. */
function takeRow(a: BlockTake, row: u32, colour: u32): bool {
  const blocks = blocksOf(a.columns);
  const start = before(a.columns, colour, row);
  const count = before(a.columns, colour, row + 1) - start;
  const from = (<usize>(start + (colour == 0 ? a.red : a.black))) << 4;
  const x = a.blockX + threesAt(a.columns, a.rows, colour, row);
  const v = a.blockV + threesAt(a.columns, a.rows, colour, row);
  const push = a.blockPush + foursAt(a.columns, a.rows, colour, row);
  enterRow(a.x + from, count, x, 48, blocks);
  enterRow(a.v + from, count, v, 48, blocks);
  pushRow(a, from, count, push);
  const place = a.x + from;
  predictRow(x, v, push, false, place, place + ((<usize>count) << 4), blocks, a.h, a.damping);
  return isAlike(push, push + ((<usize>(blocks - 1)) << 6));
}

/** Whether no particle is held in the blocks before `last`, and all have the push of the first. */
function isAlike(push: usize, last: usize): bool {
  const x = v128.load(push);
  const y = v128.load(push, 16);
  const z = v128.load(push, 32);
  let others = i32x4.splat(0);
  for (; push < last; push += 64) {
    const along = v128.or(f32x4.ne(v128.load(push), x), f32x4.ne(v128.load(push, 16), y));
    const rest = v128.or(f32x4.ne(v128.load(push, 32), z), v128.load(push, 48));
    others = v128.or(others, v128.or(along, rest));
  }
  return !v128.any_true(others);
}

/** Accelerations of `count` particles. Lanes behind the last particle stay 0. */
function pushRow(a: BlockTake, from: usize, count: u32, to: usize): void {
  const none = f32x4.splat(0);
  const stop = from + ((<usize>count) << 4);
  for (; from + 64 <= stop; from += 64, to += 64) {
    const m = a.masses + from;
    const f = a.force + from;
    const inverse = yOf(v128.load(m), v128.load(m, 16), v128.load(m, 32), v128.load(m, 48));
    const p = v128.load(f);
    const q = v128.load(f, 16);
    const r = v128.load(f, 32);
    const s = v128.load(f, 48);
    v128.store(to, f32x4.add(f32x4.splat(a.gx), f32x4.mul(xOf(p, q, r, s), inverse)));
    v128.store(to, f32x4.add(f32x4.splat(a.gy), f32x4.mul(yOf(p, q, r, s), inverse)), 16);
    v128.store(to, f32x4.add(f32x4.splat(a.gz), f32x4.mul(zOf(p, q, r, s), inverse)), 32);
    v128.store(to, v128.and(f32x4.splat(1), f32x4.eq(inverse, none)), 48);
  }
  for (; from < stop; from += 16, to += 4) {
    const inverse = load<f32>(a.masses + from, 4);
    store<f32>(to, a.gx + load<f32>(a.force + from) * inverse);
    store<f32>(to, a.gy + load<f32>(a.force + from, 4) * inverse, 16);
    store<f32>(to, a.gz + load<f32>(a.force + from, 8) * inverse, 32);
    store<f32>(to, inverse == 0 ? 1 : 0, 48);
  }
}
