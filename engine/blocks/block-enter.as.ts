import { xOf, yOf, zOf } from '../vector.as';
import { before, blocksOf, threesAt } from './grid.as';

@unmanaged
export class BlockEnter {
  x: usize;
  delta: usize;
  blockX: usize;
  blockDelta: usize;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
}

export function blockEnter(a: BlockEnter, first: u32, end: u32): void {
  for (let row: u32 = 2 * first, stop = min<u32>(a.rows, 2 * end); row < stop; row++) {
    for (let colour: u32 = 0; colour < 2; colour++) {
      const start = before(a.columns, colour, row);
      const count = before(a.columns, colour, row + 1) - start;
      const from = (<usize>(start + (colour == 0 ? a.red : a.black))) << 4;
      const to = threesAt(a.columns, a.rows, colour, row);
      enterRow(a.x + from, count, a.blockX + to, 48, blocksOf(a.columns));
      enterRow(a.delta + from, count, a.blockDelta + to, 48, blocksOf(a.columns));
    }
  }
}

/** `count` particles [x y z w] into blocks [x4 y4 z4 …], so many bytes from one to the next; zeros after the last. */
export function enterRow(from: usize, count: u32, to: usize, bytes: usize, blocks: u32): void {
  const stop = from + ((<usize>count) << 4);
  const end = to + <usize>blocks * bytes;
  for (; from + 64 <= stop; from += 64, to += bytes) {
    enterBlock(v128.load(from), v128.load(from, 16), v128.load(from, 32), v128.load(from, 48), to);
  }
  for (; to < end; from += 64, to += bytes) {
    const p = particle(from, stop);
    const q = particle(from + 16, stop);
    const r = particle(from + 32, stop);
    enterBlock(p, q, r, f32x4.splat(0), to);
  }
}

function enterBlock(p: v128, q: v128, r: v128, s: v128, to: usize): void {
  v128.store(to, xOf(p, q, r, s));
  v128.store(to, yOf(p, q, r, s), 16);
  v128.store(to, zOf(p, q, r, s), 32);
}

function particle(at: usize, stop: usize): v128 {
  return at < stop ? v128.load(at) : f32x4.splat(0);
}
