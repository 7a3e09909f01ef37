import { ALPHA } from './status.as';

@unmanaged
export class Advance {
  direction: usize;
  status: usize;
  iterate: usize;
}

export function advance(a: Advance, first: u32, end: u32): void {
  const alpha = f32x4.splat(load<f32>(a.status, ALPHA));
  for (let o: usize = (<usize>first) << 4, stop: usize = (<usize>end) << 4; o < stop; o += 16) {
    const step = f32x4.mul(alpha, v128.load(a.direction + o));
    // [PR69] δ ← δ + α p
    v128.store(a.iterate + o, f32x4.add(v128.load(a.iterate + o), step));
  }
}
