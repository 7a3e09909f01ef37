@unmanaged
export class Carry {
  delta: usize;
  modes: usize;
  travel: usize;
  count: u32;
  movers: u32;
}

export function carry(a: Carry, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const o = a.delta + ((<usize>i) << 4);
    let sum = v128.load(o);
    for (let m: u32 = 0; m < a.movers; m++) {
      const share = v128.load32_splat(a.modes + ((<usize>(m * a.count + i)) << 2));
      sum = f32x4.add(sum, f32x4.mul(share, v128.load(a.travel + ((<usize>m) << 4))));
    }
    v128.store(o, sum);
  }
}
