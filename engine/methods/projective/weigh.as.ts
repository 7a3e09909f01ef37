@unmanaged
export class Weigh {
  masses: usize;
  neighbours: usize;
  springOf: usize;
  springs: usize;
  weights: usize;
  width: u32;
  inertia: f32;
  omega: f32;
}

export function weigh(args: Weigh, first: u32, end: u32): void {
  const bytes = (<usize>args.width) << 2;
  for (let i = first; i < end; i++) {
    const row = <usize>i * bytes;
    const particle = args.masses + ((<usize>i) << 4);
    let a: f32 = args.inertia * load<f32>(particle);
    for (let e = row; e < row + bytes; e += 4) {
      if (load<u32>(args.neighbours + e) != i) a += stiffness(args, e);
    }
    const scale: f32 = load<f32>(particle, 4) == 0 || a == 0 ? 0 : args.omega / a;
    for (let e = row; e < row + bytes; e += 4) {
      const weight: f32 = load<u32>(args.neighbours + e) == i ? 0 : scale * stiffness(args, e);
      store<f32>(args.weights + e, weight);
    }
  }
}

function stiffness(args: Weigh, entry: usize): f32 {
  return load<f32>(args.springs + ((<usize>load<u32>(args.springOf + entry)) << 3), 4);
}
