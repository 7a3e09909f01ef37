import { BETA } from './status.as';

@unmanaged
export class McgDirection {
  conditioned: usize;
  status: usize;
  direction: usize;
}

// [HAN15] Alg. 1 line 12
export function mcgDirection(a: McgDirection, first: u32, end: u32): void {
  const beta = load<f64>(a.status, BETA);
  for (let c = <usize>first * 24; c < <usize>end * 24; c += 8) {
    let next = load<f64>(a.conditioned + c);
    next += beta * load<f64>(a.direction + c);
    store<f64>(a.direction + c, next);
  }
}
