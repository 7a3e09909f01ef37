import { between } from '../../forces/exact.as';
import { rowStart } from '../../rows.as';
import { filter } from './filter.as';

@unmanaged
export class McgRight {
  masses: usize;
  filters: usize;
  neighbours: usize;
  springOf: usize;
  tangents: usize;
  correction: usize;
  right: usize;
  blocks: usize;
  entries: u32;
  springs: u32;
  inertia: f32;
}

// [HAN15] Eq. (3), its right-hand side
export function mcgRight(a: McgRight, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const mass = <f64>a.inertia * <f64>load<f32>(a.masses + ((<usize>i) << 4));
    const block = a.blocks + <usize>i * 48;
    memory.fill(block, 0, 48);
    store<f64>(block, mass);
    store<f64>(block, mass, 24);
    store<f64>(block, mass, 40);
    let x: f64 = 0;
    let y: f64 = 0;
    let z: f64 = 0;
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
      const straight = load<f64>(t, 32);
      const force = load<f64>(t, 40);
      const dx = between(a.correction, j, i, 0);
      const dy = between(a.correction, j, i, 1);
      const dz = between(a.correction, j, i, 2);
      const along = straight * (nx * dx + ny * dy + nz * dz) + (i < j ? -force : force);
      x += s * dx + along * nx;
      y += s * dy + along * ny;
      z += s * dz + along * nz;
      grow(block, s + straight * nx * nx);
      grow(block + 8, straight * nx * ny);
      grow(block + 16, straight * nx * nz);
      grow(block + 24, s + straight * ny * ny);
      grow(block + 32, straight * ny * nz);
      grow(block + 40, s + straight * nz * nz);
    }
    const to = a.right + <usize>i * 24;
    store<f64>(to, x);
    store<f64>(to, y, 8);
    store<f64>(to, z, 16);
    filter(a.masses, a.filters, a.right, i);
  }
}

function grow(address: usize, by: f64): void {
  store<f64>(address, load<f64>(address) + by);
}
