@unmanaged
export class Densify {
  neighbours: usize;
  weights: usize;
  members: usize;
  memberCount: usize;
  dense: usize;
  width: u32;
  denseWidth: u32;
}

export function densify(a: Densify, first: u32, end: u32): void {
  const bytes = (<usize>a.width) << 2;
  for (let i = first; i < end; i++) {
    const count = load<u32>(a.memberCount + ((<usize>i) << 2));
    for (let c: u32 = 0; c < a.denseWidth; c++) {
      const at = (<usize>(i * a.denseWidth + c)) << 2;
      const j = load<u32>(a.members + at);
      let value: f32 = c < count && j == i ? 1 : 0;
      if (j != i) {
        for (let e = <usize>i * bytes, stop = e + bytes; e < stop; e += 4) {
          if (load<u32>(a.neighbours + e) == j) value -= load<f32>(a.weights + e);
        }
      }
      store<f32>(a.dense + at, value);
    }
  }
}
