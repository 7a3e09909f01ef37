import { rowStart } from '../rows.as';
import { dot, xyz } from '../vector.as';

@unmanaged
export class SpringPulls {
  x: usize;
  masses: usize;
  neighbours: usize;
  springOf: usize;
  springs: usize;
  pulls: usize;
  entries: u32;
}

export function springPulls(a: SpringPulls, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const o = (<usize>i) << 4;
    v128.store(a.pulls + o, load<f32>(a.masses + o, 4) == 0 ? pullOn(a, i) : f32x4.splat(0));
  }
}

function pullOn(a: SpringPulls, i: u32): v128 {
  let sum = f32x4.splat(0);
  const place = v128.load(a.x + ((<usize>i) << 4));
  const stop = rowStart(a.neighbours, a.entries, i + 1);
  for (let entry = rowStart(a.neighbours, a.entries, i); entry < stop; entry += 4) {
    const other = load<u32>(a.neighbours + entry);
    const spring = a.springs + ((<usize>load<u32>(a.springOf + entry)) << 3);
    const stiffness = load<f32>(spring, 4);
    if (other == i || stiffness == 0) continue;
    const span = xyz(f32x4.sub(v128.load(a.x + ((<usize>other) << 4)), place));
    const length = sqrt<f32>(dot(span, span));
    if (length > 0)
      sum = f32x4.add(sum, f32x4.mul(f32x4.splat(stiffness * (1 - load<f32>(spring) / length)), span));
  }
  return sum;
}
