import { dot } from '../vector.as';

@unmanaged
export class Dampen {
  x: usize;
  ends: usize;
  springs: usize;
  damped: usize;
  ratio: f32;
}

export function dampen(a: Dampen, first: u32, end: u32): void {
  const ratio = a.ratio;
  for (let o: usize = (<usize>first) << 3, stop: usize = (<usize>end) << 3; o < stop; o += 8) {
    const i = (<usize>load<u32>(a.ends + o)) << 4;
    const j = (<usize>load<u32>(a.ends + o, 4)) << 4;
    const e = f32x4.sub(v128.load(a.x + i), v128.load(a.x + j));
    store<f32>(a.damped + o, (load<f32>(a.springs + o) + ratio * sqrt<f32>(dot(e, e))) / (1 + ratio));
    store<f32>(a.damped + o, load<f32>(a.springs + o, 4) * (1 + ratio), 4);
  }
}
