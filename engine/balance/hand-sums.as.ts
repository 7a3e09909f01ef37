import { dot, xyz } from '../vector.as';

@unmanaged
export class HandSums {
  held: usize;
  holds: usize;
  masses: usize;
  x: usize;
  v: usize;
  fromX: usize;
  fromV: usize;
  handTotals: usize;
  count: u32;
  h: f32;
  keep: f32;
  gx: f32;
  gy: f32;
  gz: f32;
}

export function handSums(a: HandSums, first: u32, end: u32): void {
  if (first >= end) return;
  const g = f32x4(a.gx, a.gy, a.gz, 0);
  let totals = f32x4.splat(0);
  for (let k: u32 = 0; k < a.count; k++) {
    const i = (<usize>load<u32>(a.held + ((<usize>k) << 2))) << 4;
    const hold = a.holds + ((<usize>k) << 5);
    const mass = load<f32>(hold, 16);
    if (mass == 0) continue;
    const stiffness = load<f32>(hold, 12);
    const added = mass - load<f32>(a.masses + i);
    const damping = (-added - a.h * a.h * stiffness) / a.h;
    const x = xyz(v128.load(a.x + i));
    const v = xyz(v128.load(a.v + i));
    const before = xyz(v128.load(a.fromV + i));
    const moved = f32x4.sub(x, xyz(v128.load(a.fromX + i)));
    let work: f32 = 0;
    let drag: f32 = 0;
    if (load<f32>(a.masses + i, 4) != 0) {
      const towards = f32x4.mul(f32x4.splat(stiffness), f32x4.sub(xyz(v128.load(hold)), x));
      work = dot(f32x4.sub(towards, f32x4.mul(f32x4.splat(damping / a.h), moved)), moved);
      drag = <f32>0.5 * added * (a.keep * a.keep - 1) * dot(before, before);
    }
    totals = f32x4.add(totals, f32x4(<f32>0.5 * added * dot(v, v), -added * dot(g, x), work, drag));
  }
  v128.store(a.handTotals, totals);
}
