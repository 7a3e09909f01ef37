import { STATUS_BYTES } from './status.as';

@unmanaged
export class NewtonStart {
  delta: usize;
  masses: usize;
  correction: usize;
  status: usize;
}

export function newtonStart(a: NewtonStart, first: u32, end: u32): void {
  memory.fill(a.status, 0, STATUS_BYTES);
  for (let i = <usize>first; i < <usize>end; i++) {
    const pinned = load<f32>(a.masses + (i << 4), 4) == 0;
    for (let c: usize = 0; c < 3; c++) {
      const value = <f64>load<f32>(a.delta + (i << 4) + (c << 2));
      store<f64>(a.correction + ((i * 3 + c) << 3), pinned || !isFinite<f64>(value) ? 0 : value);
    }
  }
}
