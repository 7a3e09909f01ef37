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
    for (let k = i * a.width; k < (i + 1) * a.width; k++) {
      const triangle = a.index + <usize>load<u32>(a.cornerTriangles + ((<usize>k) << 2)) * 12;
      const entry = (<usize>k) << 3;
      let first = i;
      let second = i;
      if (load<u32>(a.corners + entry) != load<u32>(a.corners + entry, 4)) {
        const p = load<u32>(triangle);
        const q = load<u32>(triangle, 4);
        const r = load<u32>(triangle, 8);
        if (p == i) {
          first = q;
          second = r;
        } else if (q == i) {
          first = r;
          second = p;
        } else if (r == i) {
          first = p;
          second = q;
        }
      }
      store<u32>(a.remaining + entry, first);
      store<u32>(a.remaining + entry, second, 4);
    }
  }
}
