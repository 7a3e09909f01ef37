import { xyz } from '../../../vector.as';
import { BETA } from './status.as';

@unmanaged
export class Turn {
  delta: usize;
  force: usize;
  status: usize;
  before: usize;
  direction: usize;
}

export function turn(a: Turn, first: u32, end: u32): void {
  const beta = f32x4.splat(load<f32>(a.status, BETA));
  for (let o: usize = (<usize>first) << 4, stop: usize = (<usize>end) << 4; o < stop; o += 16) {
    // [PR69] p ← s + β p
    const p = f32x4.add(v128.load(a.delta + o), f32x4.mul(beta, v128.load(a.direction + o)));
    v128.store(a.direction + o, xyz(p));
    v128.store(a.before + o, xyz(v128.load(a.force + o)));
  }
}
