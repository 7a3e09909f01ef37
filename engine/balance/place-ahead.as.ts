import { isSound } from '../motion/sound.as';
import { xyz } from '../vector.as';

@unmanaged
export class PlaceAhead {
  x: usize;
  v: usize;
  delta: usize;
  placed: usize;
  paced: usize;
  rate: f32;
  ahead: u32;
}

export function placeAhead(a: PlaceAhead, first: u32, end: u32): void {
  for (let o = (<usize>first) << 4, stop = (<usize>end) << 4; o < stop; o += 16) {
    const x = v128.load(a.x + o);
    const v = v128.load(a.v + o);
    const d = a.ahead == 0 ? f32x4.splat(0) : xyz(v128.load(a.delta + o));
    const place = xyz(f32x4.add(x, d));
    const pace = xyz(f32x4.add(v, f32x4.mul(f32x4.splat(a.rate), d)));
    const sound = isSound(place) && isSound(pace);
    v128.store(a.placed + o, sound ? place : xyz(x));
    v128.store(a.paced + o, sound ? pace : xyz(v));
  }
}
