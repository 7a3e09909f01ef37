import { dot, xyz } from '../../vector.as';
import { combined } from '../element.as';
import { firstAxis, secondAxis } from './frame.as';

@unmanaged
export class MembraneSums {
  x: usize;
  corners: usize;
  numbers: usize;
  totals: usize;
  count: u32;
}

/** Sums are in float64. */
// The energy of a triangle in place of a spring, [LBOK13] Sec. 6
export function membraneSums(a: MembraneSums, first: u32, end: u32): void {
  for (let block = first; block < end; block++) {
    let energy: f64 = 0;
    let strains: f64 = 0;
    let most: f32 = 0;
    let least: f32 = 1e30;
    for (let element = block << 8, stop = min<u32>(a.count, (block + 1) << 8); element < stop; element++) {
      const corner = a.corners + 12 * <usize>element;
      const n = a.numbers + ((<usize>element) << 5);
      const origin = v128.load(a.x + ((<usize>load<u32>(corner)) << 4));
      const d1 = f32x4.sub(v128.load(a.x + ((<usize>load<u32>(corner, 4)) << 4)), origin);
      const d2 = f32x4.sub(v128.load(a.x + ((<usize>load<u32>(corner, 8)) << 4)), origin);
      const fu = xyz(combined(load<f32>(n), d1, load<f32>(n, 4), d2));
      const fv = xyz(combined(load<f32>(n, 8), d1, load<f32>(n, 12), d2));
      const e1 = firstAxis(fu, fv, element);
      const e2 = secondAxis(fv, e1, element);
      const g11 = dot(fu, e1);
      const g12 = dot(fv, e1);
      const g22 = dot(fv, e2);
      const sum = sqrt<f32>((g11 + g22) * (g11 + g22) + g12 * g12);
      const difference = sqrt<f32>((g11 - g22) * (g11 - g22) + g12 * g12);
      const large = <f32>0.5 * (sum + difference);
      const small = <f32>0.5 * (sum - difference);
      const u = sqrt<f32>(dot(fu, fu)) - 1;
      const v = sqrt<f32>(dot(fv, fv)) - 1;
      const squares = (large - 1) * (large - 1) + (small - 1) * (small - 1);
      energy += <f64>(
        (<f32>0.5 * (load<f32>(n, 16) * u * u + load<f32>(n, 20) * v * v + load<f32>(n, 24) * squares))
      );
      strains += <f64>max<f32>(abs<f32>(large - 1), abs<f32>(small - 1));
      most = max<f32>(most, large);
      least = min<f32>(least, small);
    }
    v128.store(a.totals + ((<usize>block) << 4), f32x4(<f32>energy, <f32>strains, most, least));
  }
}
