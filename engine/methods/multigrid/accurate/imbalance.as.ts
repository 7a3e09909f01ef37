import { rowStart } from '../../../rows.as';
import { xyz } from '../../../vector.as';
import { restVector } from '../../spring.as';

@unmanaged
export class Imbalance {
  x: usize;
  iterate: usize;
  masses: usize;
  neighbours: usize;
  springOf: usize;
  springs: usize;
  force: usize;
  entries: u32;
  inertia: f32;
}

export function imbalance(a: Imbalance, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const o = (<usize>i) << 4;
    const yi = v128.load(a.x + o);
    const di = v128.load(a.iterate + o);
    let sum = f32x4.mul(f32x4.splat(-a.inertia * load<f32>(a.masses + o)), di);
    let stiffnesses: f32 = 0;
    let pressed: f32 = 0;
    const stop = rowStart(a.neighbours, a.entries, i + 1);
    for (let entry = rowStart(a.neighbours, a.entries, i); entry < stop; entry += 4) {
      const j = load<u32>(a.neighbours + entry);
      if (j == i) continue;
      const s = load<u32>(a.springOf + entry);
      const spring = a.springs + ((<usize>s) << 3);
      const oj = (<usize>j) << 4;
      const y = f32x4.sub(yi, v128.load(a.x + oj));
      const e = f32x4.add(y, f32x4.sub(di, v128.load(a.iterate + oj)));
      const rest = load<f32>(spring);
      const stretch = f32x4.sub(e, restVector(e, rest, s, i, j));
      // −∇g of [LBOK13] Eq. (8)
      sum = f32x4.sub(sum, f32x4.mul(v128.load32_splat(spring, 4), stretch));
      stiffnesses = stiffnesses + load<f32>(spring, 4);
      pressed = pressed + load<f32>(spring, 4) * rest;
    }
    const size = f32x4.abs(yi);
    const far = max<f32>(
      f32x4.extract_lane(size, 0),
      max<f32>(f32x4.extract_lane(size, 1), f32x4.extract_lane(size, 2)),
    );
    const rounding: f32 = <f32>5.9604645e-8 * (0.5 * pressed + 0.125 * far * stiffnesses);
    const isFree = load<f32>(a.masses + o, 4) != 0;
    v128.store(a.force + o, isFree ? f32x4.replace_lane(xyz(sum), 3, rounding) : f32x4.splat(0));
  }
}
