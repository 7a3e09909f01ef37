import { apart } from '../exact.as';

@unmanaged
export class SpringTangents {
  x: usize;
  correction: usize;
  ends: usize;
  springs: usize;
  tangents: usize;
  positive: u32;
}

// [LBOK13] Eq. (9): the gradient and the Hessian of a spring; [HAN15] Eq. (6)
export function springTangents(a: SpringTangents, first: u32, end: u32): void {
  for (let spring = first; spring < end; spring++) {
    const two = (<usize>spring) << 3;
    const one = load<u32>(a.ends + two);
    const other = load<u32>(a.ends + two, 4);
    const i = <usize>min(one, other);
    const j = <usize>max(one, other);
    const rest = <f64>load<f32>(a.springs + two);
    const k = <f64>load<f32>(a.springs + two, 4);
    let nx = apart(a.x, a.correction, j, i, 0);
    let ny = apart(a.x, a.correction, j, i, 1);
    let nz = apart(a.x, a.correction, j, i, 2);
    const length2 = nx * nx + ny * ny + nz * nz;
    const isCoincident = length2 <= 1e-12 * rest * rest;
    const length = sqrt<f64>(length2);
    let along = length;
    let across: f64 = k;
    if (isCoincident) {
      const axis = spring % 3;
      nx = axis == 0 ? 1 : 0;
      ny = axis == 1 ? 1 : 0;
      nz = axis == 2 ? 1 : 0;
      along = 0;
    } else {
      across -= k * (rest / length);
      nx /= length;
      ny /= length;
      nz /= length;
    }
    const s = a.positive ? max<f64>(0, across) : across;
    const at = a.tangents + <usize>spring * 48;
    store<f64>(at, nx);
    store<f64>(at, ny, 8);
    store<f64>(at, nz, 16);
    store<f64>(at, s, 24);
    store<f64>(at, k - s, 32);
    store<f64>(at, k * (along - rest), 40);
  }
}
