import { startOf } from '../rows.as';
import { cross, dot } from '../vector.as';

@unmanaged
export class Normals {
  x: usize;
  corners: usize;
  cornerStarts: usize;
  normal: usize;
}

// [NP17] 5.4.1, weighted by area
export function normals(a: Normals, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const o = (<usize>i) << 4;
    const xi = v128.load(a.x + o);
    let n = f32x4.splat(0);
    const stop = startOf(a.cornerStarts, i + 1) << 3;
    for (let t = startOf(a.cornerStarts, i) << 3; t < stop; t += 8) {
      const p = v128.load(a.x + ((<usize>load<u32>(a.corners + t)) << 4));
      const q = v128.load(a.x + ((<usize>load<u32>(a.corners + t, 4)) << 4));
      n = f32x4.add(n, cross(f32x4.sub(p, xi), f32x4.sub(q, xi)));
    }
    const length2 = dot(n, n);
    const unit = f32x4.div(n, f32x4.splat(sqrt<f32>(length2)));
    v128.store(a.normal + o, length2 > 0 ? unit : f32x4(0, 0, 1, 0));
  }
}
