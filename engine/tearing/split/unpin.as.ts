@unmanaged
export class Unpin {
  masses: usize;
}

export function unpin(a: Unpin, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const o = a.masses + ((<usize>i) << 4);
    const mass = load<f32>(o);
    store<f32>(o, mass > 0 ? 1 / mass : 0, 4);
  }
}
