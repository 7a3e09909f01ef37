@unmanaged
export class Rims {
  corners: usize;
  cornerTriangles: usize;
  index: usize;
  remaining: usize;
  width: u32;
}

export function rims(a: Rims, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const own = ((<u64>i) << 32) | <u64>i;
    for (let k = i * a.width; k < (i + 1) * a.width; k++) {
      const triangle = a.index + <usize>load<u32>(a.cornerTriangles + ((<usize>k) << 2)) * 12;
      const isGone = load<u32>(triangle) == load<u32>(triangle, 4);
      const entry = (<usize>k) << 3;
      store<u64>(a.remaining + entry, isGone ? own : load<u64>(a.corners + entry));
    }
  }
}
