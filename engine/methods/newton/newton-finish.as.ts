@unmanaged
export class NewtonFinish {
  correction: usize;
  delta: usize;
}

export function newtonFinish(a: NewtonFinish, first: u32, end: u32): void {
  for (let i = <usize>first; i < <usize>end; i++) {
    const to = a.delta + (i << 4);
    const from = a.correction + i * 24;
    store<f32>(to, <f32>load<f64>(from));
    store<f32>(to, <f32>load<f64>(from, 8), 4);
    store<f32>(to, <f32>load<f64>(from, 16), 8);
    store<f32>(to, 0, 12);
  }
}
