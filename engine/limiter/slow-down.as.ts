import { withW, xyz } from '../vector.as';

@unmanaged
export class SlowDown {
  x: usize;
  v: usize;
  masses: usize;
  rein: usize;
  h: f32;
}

export function slowDown(a: SlowDown, first: u32, end: u32): void {
  const share = load<f32>(a.rein);
  const back = f32x4.splat(a.h * (1 - share));
  for (let o = (<usize>first) << 4, stop = (<usize>end) << 4; o < stop; o += 16) {
    if (load<f32>(a.masses + o, 4) == 0) continue;
    const v = v128.load(a.v + o);
    v128.store(a.x + o, f32x4.sub(v128.load(a.x + o), xyz(f32x4.mul(back, v))));
    v128.store(a.v + o, withW(f32x4.mul(f32x4.splat(share), v), f32x4.extract_lane(v, 3)));
  }
}
