import { withW } from '../../vector.as';
import { wayOf } from './motion-range.as';

@unmanaged
export class Scatter {
  x: usize;
  v: usize;
  delta: usize;
  masses: usize;
  rest: usize;
  members: usize;
  starts: usize;
  places: usize;
  h: f32;
}

export function scatter(a: Scatter, first: u32, end: u32): void {
  const h = f32x4.splat(a.h);
  for (let member = first; member < end; member++) {
    const from = a.members + ((<usize>member) << 3);
    const i = load<u32>(from);
    const o = (<usize>i) << 4;
    const rest = v128.load(a.rest + o);
    let place = member;
    if (f32x4.extract_lane(rest, 3) >= 0) place = placeOf(a, i, load<u32>(from, 4));
    const at = a.places + ((<usize>place) << 6);
    const q = f32x4.sub(v128.load(a.x + o), f32x4.mul(h, v128.load(a.v + o)));
    const mass = v128.load(a.masses + o);
    v128.store(at, withW(q, f32x4.extract_lane(mass, 2)));
    v128.store(at, withW(wayOf(a.v, a.delta, h, o), <f32>i), 16);
    v128.store(at, rest, 32);
    v128.store(at, f32x4(f32x4.extract_lane(mass, 1), f32x4.extract_lane(mass, 3), 0, 0), 48);
  }
}

/** After those of its bin that have lower slots. */
function placeOf(a: Scatter, i: u32, bin: u32): u32 {
  const range = a.starts + ((<usize>bin) << 2);
  let place = load<u32>(range);
  const stop = a.members + ((<usize>load<u32>(range, 4)) << 3);
  for (let at = a.members + ((<usize>place) << 3); at < stop; at += 8) {
    if (load<u32>(at) < i) place++;
  }
  return place;
}
