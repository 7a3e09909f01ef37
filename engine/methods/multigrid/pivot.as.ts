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
    const above = a.before + <usize>k * bytes;
    const own = a.before + row;
    const to = a.after + row;
    const d = load<f32>(above + column);
    const value = load<f32>(own + column);
    if (a.step >= load<u32>(a.memberCount + ((<usize>i) << 2))) {
      copyRow(own, to, bytes);
    } else if (d <= <f32>1e-5) {
      if (k == i) clearRow(to, bytes);
      else copyRow(own, to, bytes);
      store<f32>(to + column, 0);
    } else if (k == i) {
      divideRow(own, d, to, bytes);
      store<f32>(to + column, 1 / d);
    } else {
      subtractRow(own, value / d, above, to, bytes);
      store<f32>(to + column, -value / d);
    }
  }
}

// Four columns at once, then the remaining ones.

function copyRow(from: usize, to: usize, bytes: usize): void {
  let c: usize = 0;
  for (; c + 16 <= bytes; c += 16) v128.store(to + c, v128.load(from + c));
  for (; c < bytes; c += 4) store<f32>(to + c, load<f32>(from + c));
}

function clearRow(to: usize, bytes: usize): void {
  let c: usize = 0;
  for (; c + 16 <= bytes; c += 16) v128.store(to + c, f32x4.splat(0));
  for (; c < bytes; c += 4) store<f32>(to + c, 0);
}

function divideRow(from: usize, d: f32, to: usize, bytes: usize): void {
  let c: usize = 0;
  for (; c + 16 <= bytes; c += 16) v128.store(to + c, f32x4.div(v128.load(from + c), f32x4.splat(d)));
  for (; c < bytes; c += 4) store<f32>(to + c, load<f32>(from + c) / d);
}

function subtractRow(from: usize, share: f32, above: usize, to: usize, bytes: usize): void {
  let c: usize = 0;
  for (; c + 16 <= bytes; c += 16) {
    const part = f32x4.mul(f32x4.splat(share), v128.load(above + c));
    v128.store(to + c, f32x4.sub(v128.load(from + c), part));
  }
  for (; c < bytes; c += 4) store<f32>(to + c, load<f32>(from + c) - share * load<f32>(above + c));
}
