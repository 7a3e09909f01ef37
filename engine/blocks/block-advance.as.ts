import { soundLanes, soundOf3, squares } from '../motion/sound.as';
import { before, blocksOf, foursAt, threesAt } from './grid.as';

@unmanaged
export class BlockAdvance {
  blockX: usize;
  blockV: usize;
  blockDelta: usize;
  blockPush: usize;
  blockCalm: usize;
  x: usize;
  h: f32;
  rate: f32;
  damping: f32;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
}

/** Row by row: the second half finds in the first cache what the first one left. */
export function blockAdvance(a: BlockAdvance, first: u32, end: u32): void {
  const blocks = blocksOf(a.columns);
  for (let row: u32 = 2 * first, stop = min<u32>(a.rows, 2 * end); row < stop; row++) {
    for (let colour: u32 = 0; colour < 2; colour++) {
      const start = before(a.columns, colour, row);
      const count = before(a.columns, colour, row + 1) - start;
      const three = threesAt(a.columns, a.rows, colour, row);
      const x = a.blockX + three;
      const v = a.blockV + three;
      const push = a.blockPush + foursAt(a.columns, a.rows, colour, row);
      const place = a.x + ((<usize>(start + (colour == 0 ? a.red : a.black))) << 4);
      const last = place + ((<usize>count) << 4);
      correctRow(x, v, a.blockDelta + three, place, last, blocks, a.h, a.rate);
      const calm = isCalm(a.blockCalm, row, colour);
      predictRow(x, v, push, calm, place, last, blocks, a.h, a.damping);
    }
  }
}

/** Whether the push of a row is the same in all of its blocks but the last. */
function isCalm(blockCalm: usize, row: u32, colour: u32): bool {
  return ((load<u32>(blockCalm + ((<usize>(row >> 1)) << 2)) >> (2 * (row & 1) + colour)) & 1) != 0;
}

/**
 * The end of a step for a row whose particles are in x from `place` to `stop`, four at a time. One comparison shows whether all
 * four are in range (sound.as.ts); the fast path is for those.
 */
export function correctRow(
  x: usize,
  v: usize,
  delta: usize,
  place: usize,
  stop: usize,
  blocks: u32,
  timestep: f32,
  perSecond: f32,
): void {
  const h = f32x4.splat(timestep);
  const rate = f32x4.splat(perSecond);
  const end = x + <usize>blocks * 48;
  for (; x < end; x += 48, v += 48, delta += 48, place += 64) {
    const dx = v128.load(delta);
    const dy = v128.load(delta, 16);
    const dz = v128.load(delta, 32);
    const x1 = f32x4.add(v128.load(x), dx);
    const y1 = f32x4.add(v128.load(x, 16), dy);
    const z1 = f32x4.add(v128.load(x, 32), dz);
    const vx = f32x4.add(v128.load(v), f32x4.mul(rate, dx));
    const vy = f32x4.add(v128.load(v, 16), f32x4.mul(rate, dy));
    const vz = f32x4.add(v128.load(v, 32), f32x4.mul(rate, dz));
    const sum = f32x4.add(f32x4.add(squares(x1, vx), squares(y1, vy)), squares(z1, vz));
    if (i32x4.bitmask(soundLanes(sum)) == 15) {
      v128.store(x, x1);
      v128.store(x, y1, 16);
      v128.store(x, z1, 32);
      v128.store(v, vx);
      v128.store(v, vy, 16);
      v128.store(v, vz, 32);
    } else {
      // A particle whose numbers would be out of range goes back to where the step began, and stops.
      const sound = v128.and(soundOf3(x1, y1, z1), soundOf3(vx, vy, vz));
      v128.store(x, v128.bitselect(x1, begun(x, v, h), sound));
      v128.store(x, v128.bitselect(y1, begun(x + 16, v + 16, h), sound), 16);
      v128.store(x, v128.bitselect(z1, begun(x + 32, v + 32, h), sound), 32);
      v128.store(v, v128.and(vx, sound));
      v128.store(v, v128.and(vy, sound), 16);
      v128.store(v, v128.and(vz, sound), 32);
      flag(place, stop, i32x4.bitmask(sound));
    }
  }
}

/** One coordinate of where a step began. */
function begun(y: usize, v: usize, h: v128): v128 {
  return f32x4.sub(v128.load(y), f32x4.mul(h, v128.load(v)));
}

/**
 * The prediction of the next step, with the fast and slow paths of `correctRow`; blocks with a held particle take the slow one too. The
 * push of a `calm` row is read only at its beginning and its end, since large cloths are limited by memory bandwidth.
 */
export function predictRow(
  x: usize,
  v: usize,
  push: usize,
  calm: bool,
  place: usize,
  stop: usize,
  blocks: u32,
  timestep: f32,
  damping: f32,
): void {
  const h = f32x4.splat(timestep);
  const keep = f32x4.splat(1 - min<f32>(1, timestep * damping));
  const none = f32x4.splat(0);
  const end = x + <usize>blocks * 48;
  const last = push + ((<usize>(blocks - 1)) << 6);
  const pace: usize = calm ? 0 : 64;
  for (; x < end; x += 48, v += 48, place += 64) {
    // [NP17] Alg. 2, [PNF18] Alg. 2
    const vx = f32x4.add(f32x4.mul(keep, v128.load(v)), f32x4.mul(h, v128.load(push)));
    const vy = f32x4.add(f32x4.mul(keep, v128.load(v, 16)), f32x4.mul(h, v128.load(push, 16)));
    const vz = f32x4.add(f32x4.mul(keep, v128.load(v, 32)), f32x4.mul(h, v128.load(push, 32)));
    const x0 = v128.load(x);
    const y0 = v128.load(x, 16);
    const z0 = v128.load(x, 32);
    const x1 = f32x4.add(x0, f32x4.mul(h, vx));
    const y1 = f32x4.add(y0, f32x4.mul(h, vy));
    const z1 = f32x4.add(z0, f32x4.mul(h, vz));
    const held = f32x4.ne(v128.load(push, 48), none);
    const sum = f32x4.add(f32x4.add(squares(x1, vx), squares(y1, vy)), squares(z1, vz));
    if (i32x4.bitmask(v128.andnot(soundLanes(sum), held)) == 15) {
      v128.store(x, x1);
      v128.store(x, y1, 16);
      v128.store(x, z1, 32);
      v128.store(v, vx);
      v128.store(v, vy, 16);
      v128.store(v, vz, 32);
    } else {
      // A held particle keeps position and velocity. A particle whose numbers would be out of range (sound.as.ts) keeps its position and stops.
      const sound = v128.and(soundOf3(x1, y1, z1), soundOf3(vx, vy, vz));
      const goes = v128.andnot(sound, held);
      v128.store(x, v128.bitselect(x1, x0, goes));
      v128.store(x, v128.bitselect(y1, y0, goes), 16);
      v128.store(x, v128.bitselect(z1, z0, goes), 32);
      v128.store(v, v128.bitselect(v128.load(v), v128.and(vx, sound), held));
      v128.store(v, v128.bitselect(v128.load(v, 16), v128.and(vy, sound), held), 16);
      v128.store(v, v128.bitselect(v128.load(v, 32), v128.and(vz, sound), held), 32);
      flag(place, stop, i32x4.bitmask(v128.or(sound, held)));
    }
    push = x + 96 == end ? last : push + pace;
  }
}

/** Sets x.w of those of four particles at `place`, up to `stop`, that are not in the mask. */
function flag(place: usize, stop: usize, sound: i32): void {
  for (let lane: u32 = 0; lane < 4; lane++, place += 16)
    if (place < stop && !((sound >> lane) & 1)) store<f32>(place, 1, 12);
}
