import { impulseBetween } from './pair.as';

@unmanaged
export class Reactions {
  x: usize;
  v: usize;
  delta: usize;
  masses: usize;
  rest: usize;
  contacts: usize;
  pairs: usize;
  reactionSums: usize;
  h: f32;
  materials: u32;
  count: u32;
  balls: u32;
}

/** Bytes of a row of contacts. */
const ROW: usize = 96;

export function reactions(a: Reactions, first: u32, end: u32): void {
  const h = f32x4.splat(a.h);
  const back = f32x4(-1, -1, -1, 1);
  const bytes = (<usize>a.balls) << 4;
  for (let block = first; block < end; block++) {
    const sums = a.reactionSums + <usize>block * bytes;
    memory.fill(sums, 0, bytes);
    const stop = min<u32>(a.count, (block + 1) << 8);
    for (let i = block << 8; i < stop; i++) {
      const o = (<usize>i) << 4;
      if (load<f32>(a.rest + o, 12) < 0) continue;
      for (let at = a.contacts + <usize>i * ROW, last = at + ROW; at < last; at += 4) {
        const j = load<u32>(at);
        if (j == i) break;
        const oj = (<usize>j) << 4;
        const body = load<f32>(a.rest + oj, 12);
        if (body >= 0) continue;
        const impulse = impulseBetween(a.x, a.v, a.delta, a.masses, a.pairs, h, a.materials, o, oj);
        const sum = sums + ((<usize>(<u32>(-body - 1))) << 4);
        v128.store(sum, f32x4.add(v128.load(sum), f32x4.mul(back, impulse)));
      }
    }
  }
}
