import { xOf, yOf, zOf } from '../vector.as';
import { before, blocksOf, foursAt, threesAt } from './grid.as';
import { predictRow } from './grid-advance.as';
import { enterRow } from './grid-enter.as';

@unmanaged
export class GridTake {
  x: usize;
  v: usize;
  force: usize;
  masses: usize;
  gridX: usize;
  gridV: usize;
  gridPush: usize;
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

export function gridTake(a: GridTake, first: u32, end: u32): void {
  const blocks = blocksOf(a.columns);
  for (let row: u32 = 2 * first, stop = min<u32>(a.rows, 2 * end); row < stop; row++) {
    for (let colour: u32 = 0; colour < 2; colour++) {
      const start = before(a.columns, colour, row);
      const count = before(a.columns, colour, row + 1) - start;
      const from = (<usize>(start + (colour == 0 ? a.red : a.black))) << 4;
      const three = threesAt(a.columns, a.rows, colour, row);
      const push = a.gridPush + foursAt(a.columns, a.rows, colour, row);
      enterRow(a.x + from, count, a.gridX + three, blocks);
      enterRow(a.v + from, count, a.gridV + three, blocks);
      pushRow(a, from, count, push);
      const place = a.x + from;
      predictRow(
        a.gridX + three,
        a.gridV + three,
        push,
        place,
        place + ((<usize>count) << 4),
        blocks,
        a.h,
        a.damping,
      );
    }
  }
}

/** What pushes `count` particles. What stands behind the last is left as it is, 0. */
function pushRow(a: GridTake, from: usize, count: u32, to: usize): void {
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
