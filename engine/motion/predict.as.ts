import { withW, xyz } from '../vector.as';
import { isSound } from './sound.as';

@unmanaged
export class Predict {
  x: usize;
  v: usize;
  delta: usize;
  force: usize;
  masses: usize;
  h: f32;
  gx: f32;
  gy: f32;
  gz: f32;
  damping: f32;
}

export function predict(a: Predict, first: u32, end: u32): void {
  predictRange<Predict>(a, first, end);
  memory.fill(a.delta + ((<usize>first) << 4), 0, (<usize>(end - first)) << 4);
}

/** All but δ; for this kernel and `gridPredict`. */
export function predictRange<A>(a: A, first: u32, end: u32): void {
  const x = a.x;
  const v = a.v;
  const force = a.force;
  const masses = a.masses;
  const h = f32x4.splat(a.h);
  const keep = f32x4.splat(1 - min<f32>(1, a.h * a.damping));
  const g = f32x4(a.gx, a.gy, a.gz, 0);
  for (let o: usize = (<usize>first) << 4, stop: usize = (<usize>end) << 4; o < stop; o += 16) {
    const position = v128.load(x + o);
    const inverseMass = load<f32>(masses + o, 4);
    if (inverseMass == 0) {
      v128.store(v + o, xyz(v128.load(v + o)));
      continue;
    }
    const acceleration = f32x4.add(g, f32x4.mul(v128.load(force + o), f32x4.splat(inverseMass)));
    const velocity = xyz(f32x4.add(f32x4.mul(keep, v128.load(v + o)), f32x4.mul(h, acceleration)));
    const y = f32x4.add(position, f32x4.mul(h, velocity));
    if (isSound(y) && isSound(velocity)) {
      v128.store(x + o, y);
      v128.store(v + o, velocity);
    } else {
      v128.store(x + o, withW(position, 1));
      v128.store(v + o, f32x4.splat(0));
    }
  }
}
