import { wOf, xOf, yOf, zOf } from '../vector.as';
import { inTwo, sumOf } from './sums.as';

@unmanaged
export class ParticleSums {
  x: usize;
  v: usize;
  masses: usize;
  particleTotals: usize;
  count: u32;
  gx: f32;
  gy: f32;
  gz: f32;
}

/** Four particles at a time; behind the last of a block stands the last again, with no mass. Sums are in float64. */
export function particleSums(a: ParticleSums, first: u32, end: u32): void {
  const gx = f32x4.splat(a.gx);
  const gy = f32x4.splat(a.gy);
  const gz = f32x4.splat(a.gz);
  for (let block = first; block < end; block++) {
    let kinetic = f64x2.splat(0);
    let potential = f64x2.splat(0);
    let faults = f64x2.splat(0);
    const stop = min<u32>(a.count, (block + 1) << 8);
    for (let i = block << 8; i < stop; i += 4) {
      const o = (<usize>i) << 4;
      const p = (<usize>min<u32>(i + 1, stop - 1)) << 4;
      const q = (<usize>min<u32>(i + 2, stop - 1)) << 4;
      const r = (<usize>min<u32>(i + 3, stop - 1)) << 4;
      const isThere = i32x4.lt_u(i32x4.add(i32x4.splat(i), i32x4(0, 1, 2, 3)), i32x4.splat(stop));

      const m = a.masses;
      const mass = v128.and(
        isThere,
        xOf(v128.load(m + o), v128.load(m + p), v128.load(m + q), v128.load(m + r)),
      );
      const v0 = v128.load(a.v + o);
      const v1 = v128.load(a.v + p);
      const v2 = v128.load(a.v + q);
      const v3 = v128.load(a.v + r);
      const vx = xOf(v0, v1, v2, v3);
      const vy = yOf(v0, v1, v2, v3);
      const vz = zOf(v0, v1, v2, v3);
      const speed2 = f32x4.add(f32x4.add(f32x4.mul(vx, vx), f32x4.mul(vy, vy)), f32x4.mul(vz, vz));
      kinetic = f64x2.add(kinetic, inTwo(f32x4.mul(f32x4.mul(f32x4.splat(0.5), mass), speed2)));

      const x0 = v128.load(a.x + o);
      const x1 = v128.load(a.x + p);
      const x2 = v128.load(a.x + q);
      const x3 = v128.load(a.x + r);
      const along = f32x4.add(
        f32x4.add(f32x4.mul(gx, xOf(x0, x1, x2, x3)), f32x4.mul(gy, yOf(x0, x1, x2, x3))),
        f32x4.mul(gz, zOf(x0, x1, x2, x3)),
      );
      potential = f64x2.sub(potential, inTwo(f32x4.mul(mass, along)));
      faults = f64x2.add(faults, inTwo(v128.and(isThere, wOf(x0, x1, x2, x3))));
    }
    v128.store(
      a.particleTotals + ((<usize>block) << 4),
      f32x4(sumOf(kinetic), sumOf(potential), sumOf(faults), 0),
    );
  }
}
