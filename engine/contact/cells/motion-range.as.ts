import { soundOr0 } from '../../motion/sound.as';
import { xyz } from '../../vector.as';

@unmanaged
export class MotionRange {
  moves: usize;
  since: usize;
  rest: usize;
  ranges: usize;
  count: u32;
}

export function motionRange(a: MotionRange, first: u32, end: u32): void {
  const none = f32x4.splat(0);
  const far = f32x4.splat(1125899906842624);
  const radius = i32x4(0, 0, 0, -1);
  for (let block = first; block < end; block++) {
    let leastWay = far;
    let greatestWay = f32x4.neg(far);
    let nearest = far;
    let farthest = f32x4.neg(far);
    const stop = min<u32>(a.count, (block + 1) << 8);
    for (let i = block << 8; i < stop; i++) {
      const o = (<usize>i) << 4;
      if (load<f32>(a.rest + o, 12) < 0) continue;
      const begin = v128.load(a.moves + 2 * o);
      const way = v128.load(a.moves + 2 * o, 16);
      const since = v128.load(a.since + o);
      leastWay = f32x4.pmin(leastWay, way);
      greatestWay = f32x4.pmax(greatestWay, way);
      const drift = soundOr0(f32x4.sub(begin, since));
      nearest = f32x4.pmin(nearest, f32x4.add(drift, f32x4.pmin(none, way)));
      farthest = f32x4.pmax(farthest, f32x4.add(drift, f32x4.pmax(none, way)));
      if (v128.any_true(v128.and(f32x4.ne(begin, since), radius))) {
        nearest = f32x4.neg(far);
        farthest = far;
      }
    }
    const at = a.ranges + ((<usize>block) << 6);
    v128.store(at, xyz(leastWay));
    v128.store(at, xyz(greatestWay), 16);
    v128.store(at, xyz(nearest), 32);
    v128.store(at, xyz(farthest), 48);
  }
}
