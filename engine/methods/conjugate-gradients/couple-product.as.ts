import { between } from '../../forces/exact.as';
import { filter } from './filter.as';

@unmanaged
export class CoupleProduct {
  masses: usize;
  filters: usize;
  incidentStarts: usize;
  incidents: usize;
  elementCorners: usize;
  elementTensors: usize;
  elementPulls: usize;
  direction: usize;
  product: usize;
  blocks: usize;
  size: u32;
  corner: u32;
  couple: u32;
  pulls: u32;
  scale: f32;
}

// [HAN15] Alg. 1 line 6, the part of elements
export function coupleProduct(args: CoupleProduct, first: u32, end: u32): void {
  const size = args.size;
  const couples = (size * (size - 1)) / 2;
  const scale = <f64>args.scale;
  for (let i = first; i < end; i++) {
    let x: f64 = 0;
    let y: f64 = 0;
    let z: f64 = 0;
    const block = args.blocks + <usize>i * 48;
    const stop = load<u32>(args.incidentStarts + ((<usize>i) << 2), 4);
    for (let k = load<u32>(args.incidentStarts + ((<usize>i) << 2)); k < stop; k++) {
      const incident = load<u32>(args.incidents + ((<usize>k) << 2));
      const element = incident / size;
      const a = incident % size;
      for (let b: u32 = 0; b < size; b++) {
        if (a == b) continue;
        const low = min(a, b);
        const high = max(a, b);
        const pair = args.couple + element * couples + low * size - (low * (low + 1)) / 2 + high - low - 1;
        const T = args.elementTensors + <usize>pair * 72;
        const down: usize = a < b ? 24 : 8;
        const across: usize = a < b ? 8 : 24;
        const corners = args.elementCorners + ((<usize>(args.corner + element * size)) << 2);
        const j = <usize>load<u32>(corners + ((<usize>b) << 2));
        const dx = scale * between(args.direction, j, i, 0);
        const dy = scale * between(args.direction, j, i, 1);
        const dz = scale * between(args.direction, j, i, 2);
        x += load<f64>(T) * dx + load<f64>(T + across) * dy + load<f64>(T + 2 * across) * dz;
        const second = T + down;
        y += load<f64>(second) * dx + load<f64>(second + across) * dy + load<f64>(second + 2 * across) * dz;
        const third = second + down;
        z += load<f64>(third) * dx + load<f64>(third + across) * dy + load<f64>(third + 2 * across) * dz;
        if (args.pulls == 0) continue;
        grow(block, scale * load<f64>(T));
        grow(block + 8, scale * load<f64>(T + across));
        grow(block + 16, scale * load<f64>(T + 2 * across));
        grow(block + 24, scale * load<f64>(second + across));
        grow(block + 32, scale * load<f64>(second + 2 * across));
        grow(block + 40, scale * load<f64>(third + 2 * across));
      }
      if (args.pulls == 0) continue;
      const pull = args.elementPulls + ((<usize>(args.corner + incident)) << 5);
      x -= load<f64>(pull);
      y -= load<f64>(pull, 8);
      z -= load<f64>(pull, 16);
    }
    const to = args.product + <usize>i * 24;
    grow(to, x);
    grow(to + 8, y);
    grow(to + 16, z);
    filter(args.masses, args.filters, args.product, i);
  }
}

function grow(address: usize, by: f64): void {
  store<f64>(address, load<f64>(address) + by);
}
