import { soundOr0 } from '../../motion/sound.as';
import { withW } from '../../vector.as';

@unmanaged
export class Foresee {
  x: usize;
  v: usize;
  delta: usize;
  masses: usize;
  moves: usize;
  touch: usize;
  h: f32;
}

export function foresee(a: Foresee, first: u32, end: u32): void {
  const h = f32x4.splat(a.h);
  for (let i = first; i < end; i++) {
    const o = (<usize>i) << 4;
    const gone = f32x4.mul(h, v128.load(a.v + o));
    const mass = v128.load(a.masses + o);
    const move = a.moves + 2 * o;
    v128.store(move, withW(f32x4.sub(v128.load(a.x + o), gone), f32x4.extract_lane(mass, 2)));
    const way = soundOr0(f32x4.add(v128.load(a.delta + o), gone));
    v128.store(move, withW(way, f32x4.extract_lane(mass, 3)), 16);
    v128.store(a.touch + o, f32x4.splat(0));
  }
}
