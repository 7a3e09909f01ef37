import { rowStart } from '../rows.as';
import { withW, xyz } from '../vector.as';

@unmanaged
export class SmoothVelocity {
  v: usize;
  masses: usize;
  massShares: usize;
  neighbours: usize;
  springOf: usize;
  springs: usize;
  smoothed: usize;
  entries: u32;
  blend: f32;
}

/** A low-pass filter of velocities; see smooth-velocity.ts. */
export function smoothVelocity(a: SmoothVelocity, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const o = (<usize>i) << 4;
    const vi = v128.load(a.v + o);
    const share = load<f32>(a.massShares + ((<usize>i) << 2));
    let sum = f32x4.splat(0);
    const stop = rowStart(a.neighbours, a.entries, i + 1);
    for (let entry = rowStart(a.neighbours, a.entries, i); entry < stop; entry += 4) {
      const j = load<u32>(a.neighbours + entry);
      const s = load<u32>(a.springOf + entry);
      if (j == i || load<f32>(a.springs + ((<usize>s) << 3), 4) == 0) continue;
      const coupling = min<f32>(share, load<f32>(a.massShares + ((<usize>j) << 2)));
      const apart = f32x4.sub(v128.load(a.v + ((<usize>j) << 4)), vi);
      sum = f32x4.add(sum, f32x4.mul(f32x4.splat(coupling), apart));
    }
    // [NP17] Ch. 9.
    const change = f32x4.mul(f32x4.splat(a.blend * load<f32>(a.masses + o, 4)), xyz(sum));
    v128.store(a.smoothed + o, withW(f32x4.add(vi, change), f32x4.extract_lane(vi, 3)));
  }
}
