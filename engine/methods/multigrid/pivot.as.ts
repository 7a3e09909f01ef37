@unmanaged
export class Pivot {
  members: usize;
  memberCount: usize;
  before: usize;
  after: usize;
  denseWidth: u32;
  step: u32;
}

export function pivot(a: Pivot, first: u32, end: u32): void {
  const bytes = (<usize>a.denseWidth) << 2;
  const column = (<usize>a.step) << 2;
  for (let i = first; i < end; i++) {
    const row = <usize>i * bytes;
    const k = load<u32>(a.members + row + column);
    const pivotRow = a.before + <usize>k * bytes;
    const d = load<f32>(pivotRow + column);
    const share: f32 = load<f32>(a.before + row + column) / d;
    const isThere = a.step < load<u32>(a.memberCount + ((<usize>i) << 2));
    for (let c: usize = 0; c < bytes; c += 4) {
      const above = load<f32>(pivotRow + c);
      let value = load<f32>(a.before + row + c);
      if (isThere) {
        if (d <= <f32>1e-5) value = k == i || c == column ? 0 : value;
        else if (k == i) value = (c == column ? 1 : above) / d;
        else if (c == column) value = -value / d;
        else value -= share * above;
      }
      store<f32>(a.after + row + c, value);
    }
  }
}
