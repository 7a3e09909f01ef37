import { withW, xyz } from '../vector.as';
import { isSound } from './sound.as';

@unmanaged
export class Finish {
  x: usize;
  v: usize;
  delta: usize;
  h: f32;
  rate: f32;
}

export function finish(a: Finish, first: u32, end: u32): void {
  const x = a.x;
  const v = a.v;
  const delta = a.delta;
  const h = f32x4.splat(a.h);
  const rate = f32x4.splat(a.rate);
  for (let o: usize = (<usize>first) << 4, stop: usize = (<usize>end) << 4; o < stop; o += 16) {
    finishParticle(x + o, v + o, xyz(v128.load(delta + o)), h, rate);
  }
}

/** Corrects one particle; for this kernel and `blockFinish`. */
export function finishParticle(x: usize, v: usize, correction: v128, h: v128, rate: v128): void {
  const y = v128.load(x);
  const predicted = v128.load(v);
  const q = f32x4.add(y, correction);
  // [LBOK13] Eq. (4): h v = q − q_prev
  const velocity = f32x4.add(predicted, f32x4.mul(rate, correction));
  if (isSound(q) && isSound(velocity)) {
    v128.store(x, q);
    v128.store(v, velocity);
  } else {
    v128.store(x, withW(f32x4.sub(y, f32x4.mul(h, predicted)), 1));
    v128.store(v, f32x4.splat(0));
  }
}
