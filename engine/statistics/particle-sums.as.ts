import { dot } from '../vector.as';

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

export function particleSums(a: ParticleSums, first: u32, end: u32): void {
  const g = f32x4(a.gx, a.gy, a.gz, 0);
  for (let block = first; block < end; block++) {
    let kinetic: f64 = 0;
    let potential: f64 = 0;
    let faults: f32 = 0;
    const stop = min<u32>(a.count, (block + 1) << 8);
    for (let i = block << 8; i < stop; i++) {
      const o = (<usize>i) << 4;
      const mass: f64 = load<f32>(a.masses + o);
      const velocity = v128.load(a.v + o);
      kinetic += 0.5 * mass * <f64>dot(velocity, velocity);
      potential -= mass * <f64>dot(g, v128.load(a.x + o));
      faults += load<f32>(a.x + o, 12);
    }
    v128.store(a.particleTotals + ((<usize>block) << 4), f32x4(<f32>kinetic, <f32>potential, faults, 0));
  }
}
