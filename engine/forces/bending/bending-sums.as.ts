import { dot, xyz } from '../../vector.as';
import { combined } from '../element.as';

@unmanaged
export class BendingSums {
  x: usize;
  corners: usize;
  numbers: usize;
  totals: usize;
  count: u32;
}

/** The sum is in float64. */
// The energy of [BWH*06], with a rest angle
export function bendingSums(a: BendingSums, first: u32, end: u32): void {
  for (let block = first; block < end; block++) {
    let energy: f64 = 0;
    for (let element = block << 8, stop = min<u32>(a.count, (block + 1) << 8); element < stop; element++) {
      const corner = a.corners + ((<usize>element) << 4);
      const n = a.numbers + ((<usize>element) << 4);
      const origin = v128.load(a.x + ((<usize>load<u32>(corner)) << 4));
      const d1 = f32x4.sub(v128.load(a.x + ((<usize>load<u32>(corner, 4)) << 4)), origin);
      const d2 = f32x4.sub(v128.load(a.x + ((<usize>load<u32>(corner, 8)) << 4)), origin);
      const d3 = f32x4.sub(v128.load(a.x + ((<usize>load<u32>(corner, 12)) << 4)), origin);
      const third = f32x4.mul(f32x4.splat(load<f32>(n, 8)), d3);
      const v = xyz(f32x4.add(combined(load<f32>(n), d1, load<f32>(n, 4), d2), third));
      const beyond = <f64>(sqrt<f32>(dot(v, v)) - load<f32>(n, 12));
      energy += 0.5 * beyond * beyond;
    }
    v128.store(a.totals + ((<usize>block) << 4), f32x4(<f32>energy, 0, 1, 1));
  }
}
