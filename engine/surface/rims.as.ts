import { startOf } from '../rows.as';

@unmanaged
export class Rims {
  cornerStarts: usize;
  cornerTriangles: usize;
  index: usize;
  remaining: usize;
}

export function rims(a: Rims, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const stop = startOf(a.cornerStarts, i + 1);
    for (let k = startOf(a.cornerStarts, i); k < stop; k++) {
      const triangle = a.index + <usize>load<u32>(a.cornerTriangles + (k << 2)) * 12;
      let first = i;
      let second = i;
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
      const entry = a.remaining + (k << 3);
      store<u32>(entry, first);
      store<u32>(entry, second, 4);
    }
  }
}
