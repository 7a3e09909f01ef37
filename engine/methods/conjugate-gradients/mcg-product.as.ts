import { between } from '../../forces/exact.as';
import { rowStart } from '../../rows.as';
import { filter } from './filter.as';

@unmanaged
export class McgProduct {
  masses: usize;
  filters: usize;
  neighbours: usize;
  springOf: usize;
  tangents: usize;
  direction: usize;
  product: usize;
  entries: u32;
  springs: u32;
  inertia: f32;
}

// [HAN15] Alg. 1 line 6
export function mcgProduct(a: McgProduct, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const mass = <f64>a.inertia * <f64>load<f32>(a.masses + ((<usize>i) << 4));
    const own = a.direction + <usize>i * 24;
    let x = mass * load<f64>(own);
    let y = mass * load<f64>(own, 8);
    let z = mass * load<f64>(own, 16);
    const stop = rowStart(a.neighbours, a.entries, i + 1);
    for (let e = rowStart(a.neighbours, a.entries, i); e < stop; e += 4) {
      const j = load<u32>(a.neighbours + e);
      const spring = load<u32>(a.springOf + e);
      if (j == i || spring >= a.springs) continue;
      const t = a.tangents + <usize>spring * 48;
      const nx = load<f64>(t);
      const ny = load<f64>(t, 8);
      const nz = load<f64>(t, 16);
      const s = load<f64>(t, 24);
      const dx = between(a.direction, j, i, 0);
      const dy = between(a.direction, j, i, 1);
      const dz = between(a.direction, j, i, 2);
      const along = load<f64>(t, 32) * (nx * dx + ny * dy + nz * dz);
      x += s * dx + along * nx;
      y += s * dy + along * ny;
      z += s * dz + along * nz;
    }
    const to = a.product + <usize>i * 24;
    store<f64>(to, x);
    store<f64>(to, y, 8);
    store<f64>(to, z, 16);
    filter(a.masses, a.filters, a.product, i);
  }
}
