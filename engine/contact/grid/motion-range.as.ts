import { xyz } from '../../vector.as';

@unmanaged
export class MotionRange {
  v: usize;
  delta: usize;
  rest: usize;
  lowest: usize;
  highest: usize;
  count: u32;
  h: f32;
}

/** δ + h v, 0 in the lanes that are not sound. */
export function wayOf(v: usize, delta: usize, h: v128, o: usize): v128 {
  const way = f32x4.add(v128.load(delta + o), f32x4.mul(h, v128.load(v + o)));
  return xyz(v128.and(way, f32x4.le(f32x4.abs(way), f32x4.splat(1e15))));
}

export function motionRange(a: MotionRange, first: u32, end: u32): void {
  const h = f32x4.splat(a.h);
  for (let block = first; block < end; block++) {
    let low = f32x4.splat(1e15);
    let high = f32x4.splat(-1e15);
    const stop = min<u32>(a.count, (block + 1) << 8);
    for (let i = block << 8; i < stop; i++) {
      const o = (<usize>i) << 4;
      if (load<f32>(a.rest + o, 12) < 0) continue;
      const way = wayOf(a.v, a.delta, h, o);
      low = f32x4.min(low, way);
      high = f32x4.max(high, way);
    }
    v128.store(a.lowest + ((<usize>block) << 4), xyz(low));
    v128.store(a.highest + ((<usize>block) << 4), xyz(high));
  }
}
