import { dot } from '../vector.as';

@unmanaged
export class WorkSums {
  x: usize;
  v: usize;
  fromX: usize;
  fromV: usize;
  masses: usize;
  force: usize;
  pulls: usize;
  workTotals: usize;
  count: u32;
  keep: f32;
  gx: f32;
  gy: f32;
  gz: f32;
}

/** Sums are in float64. */
export function workSums(a: WorkSums, first: u32, end: u32): void {
  const g = f32x4(a.gx, a.gy, a.gz, 0);
  for (let block = first; block < end; block++) {
    let drag: f64 = 0;
    let forces: f64 = 0;
    let held: f64 = 0;
    for (let i = block << 8, stop = min<u32>(a.count, (block + 1) << 8); i < stop; i++) {
      const o = (<usize>i) << 4;
      const mass = load<f32>(a.masses + o);
      const moved = f32x4.sub(v128.load(a.x + o), v128.load(a.fromX + o));
      const from = v128.load(a.fromV + o);
      const before = dot(from, from);
      if (load<f32>(a.masses + o, 4) != 0) {
        drag += <f64>(<f32>0.5 * mass * (a.keep * a.keep - 1) * before);
        forces += <f64>dot(v128.load(a.force + o), moved);
      } else {
        const v = v128.load(a.v + o);
        const against = f32x4.add(f32x4.mul(f32x4.splat(mass), g), v128.load(a.pulls + o));
        held += <f64>(<f32>0.5 * mass * (dot(v, v) - before) - dot(against, moved));
      }
    }
    v128.store(a.workTotals + ((<usize>block) << 4), f32x4(<f32>drag, <f32>forces, <f32>held, 0));
  }
}
