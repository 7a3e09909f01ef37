@unmanaged
export class Diagonals {
  masses: usize;
  neighbours: usize;
  springOf: usize;
  springs: usize;
  diagonal: usize;
  changed: usize;
  width: u32;
  inertia: f32;
}

export function diagonals(args: Diagonals, first: u32, end: u32): void {
  const bytes = (<usize>args.width) << 2;
  for (let i = first; i < end; i++) {
    const particle = args.masses + ((<usize>i) << 4);
    let a: f32 = args.inertia * load<f32>(particle);
    for (let e = <usize>i * bytes, stop = e + bytes; e < stop; e += 4) {
      if (load<u32>(args.neighbours + e) == i) continue;
      a += load<f32>(args.springs + ((<usize>load<u32>(args.springOf + e)) << 3), 4);
    }
    const value: f32 = load<f32>(particle, 4) == 0 ? 0 : a;
    const o = (<usize>i) << 2;
    store<u32>(args.changed + o, <u32>(value != load<f32>(args.diagonal + o)));
    store<f32>(args.diagonal + o, value);
  }
}
