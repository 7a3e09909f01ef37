import { dot } from '../vector.as';

@unmanaged
export class Aim {
  x: usize;
  masses: usize;
  ray: usize;
  front: usize;
  aims: usize;
  count: u32;
  second: u32;
  wide: u32;
}

export function aim(a: Aim, first: u32, end: u32): void {
  const o = v128.load(a.ray);
  const d = v128.load(a.ray, 16);
  const tolerance: f32 = a.wide == 1 ? f32x4.extract_lane(o, 3) : 0;
  const reach = f32x4.extract_lane(d, 3);
  const front = load<f32>(a.front);
  const isSecond = a.second == 1;
  for (let block = first; block < end; block++) {
    let best = f32x4(1e30, 0, 0, 0);
    const stop = min<u32>(a.count, (block + 1) << 8);
    for (let i = block << 8; i < stop; i++) {
      const at = (<usize>i) << 4;
      const e = f32x4.sub(v128.load(a.x + at), o);
      const s = dot(e, d);
      if (!(s > 0 && s <= reach)) continue;
      const aside = f32x4.sub(e, f32x4.mul(f32x4.splat(s), d));
      const b = sqrt<f32>(dot(aside, aside));
      const R = max<f32>(<f32>1.5 * load<f32>(a.masses + at, 8), tolerance * s);
      // [NP17] 5.3.8: where a ray passes a sphere about each particle
      if (!(b <= R)) continue;
      if (isSecond && s - front > 4 * R) continue;
      const key: f32 = isSecond ? b / R : s - sqrt<f32>(max<f32>(0, R * R - b * b));
      if (key < f32x4.extract_lane(best, 0)) best = f32x4(key, <f32>i, s, b);
    }
    v128.store(a.aims + ((<usize>block) << 4), best);
  }
}
