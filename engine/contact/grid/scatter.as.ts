import { withW } from '../../vector.as';
import { wayOf } from './motion-range.as';

@unmanaged
export class Scatter {
  x: usize;
  v: usize;
  delta: usize;
  masses: usize;
  rest: usize;
  binOf: usize;
  starts: usize;
  places: usize;
  h: f32;
}

export function scatter(a: Scatter, first: u32, end: u32): void {
  const h = f32x4.splat(a.h);
  for (let i = first; i < end; i++) {
    const o = (<usize>i) << 4;
    const from = a.binOf + ((<usize>i) << 3);
    const place = load<u32>(a.starts + ((<usize>load<u32>(from)) << 2)) + load<u32>(from, 4);
    const at = a.places + ((<usize>place) << 6);
    const q = f32x4.sub(v128.load(a.x + o), f32x4.mul(h, v128.load(a.v + o)));
    const mass = v128.load(a.masses + o);
    v128.store(at, withW(q, f32x4.extract_lane(mass, 2)));
    v128.store(at, withW(wayOf(a.v, a.delta, h, o), <f32>i), 16);
    v128.store(at, v128.load(a.rest + o), 32);
    v128.store(at, f32x4(f32x4.extract_lane(mass, 1), f32x4.extract_lane(mass, 3), 0, 0), 48);
  }
}
