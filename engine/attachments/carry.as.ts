@unmanaged
export class Carry {
  delta: usize;
  modes: usize;
  travel: usize;
  count: u32;
  movers: u32;
}

export function carry(a: Carry, first: u32, end: u32): void {
  const row = (<usize>a.count) << 2;
  for (let i = first; i < end; i++) {
    const o = a.delta + ((<usize>i) << 4);
    let sum = v128.load(o);
    let mode = a.modes + ((<usize>i) << 2);
    for (let m: u32 = 0; m < a.movers; m++) {
      sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(mode), v128.load(a.travel + ((<usize>m) << 4))));
      mode += row;
    }
    v128.store(o, sum);
  }
}
