import { withW } from '../../vector.as';
import { impulseBetween } from './pair.as';

@unmanaged
export class Push {
  x: usize;
  v: usize;
  delta: usize;
  next: usize;
  masses: usize;
  contacts: usize;
  pairs: usize;
  h: f32;
  materials: u32;
}

/** Bytes of a row of contacts. */
const ROW: usize = 96;

export function push(a: Push, first: u32, end: u32): void {
  const h = f32x4.splat(a.h);
  for (let i = first; i < end; i++) {
    const o = (<usize>i) << 4;
    let moved = f32x4.splat(0);
    for (let at = a.contacts + <usize>i * ROW, stop = at + ROW; at < stop; at += 4) {
      const j = load<u32>(at);
      if (j == i) break;
      moved = f32x4.add(
        moved,
        impulseBetween(a.x, a.v, a.delta, a.masses, a.pairs, h, a.materials, o, (<usize>j) << 4),
      );
    }
    const weight = f32x4.splat(load<f32>(a.masses + o, 4));
    const corrected = f32x4.add(v128.load(a.delta + o), f32x4.mul(weight, moved));
    v128.store(a.next + o, withW(corrected, f32x4.extract_lane(moved, 3)));
  }
}
