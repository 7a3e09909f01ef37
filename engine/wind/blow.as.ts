import { startOf } from '../rows.as';
import { cross, dot, xyz } from '../vector.as';

@unmanaged
export class Blow {
  x: usize;
  v: usize;
  masses: usize;
  corners: usize;
  cornerStarts: usize;
  discs: usize;
  wind: usize;
  h: f32;
}

export function blow(a: Blow, first: u32, end: u32): void {
  const wind = v128.load(a.wind);
  const pressure: f32 = <f32>0.5 * f32x4.extract_lane(wind, 3);
  if (pressure == 0) return;
  for (let i = first; i < end; i++) {
    const o = (<usize>i) << 4;
    const xi = v128.load(a.x + o);
    const velocity = v128.load(a.v + o);
    const w = xyz(f32x4.sub(wind, velocity));
    const weight: f32 = a.h * pressure * load<f32>(a.masses + o, 4);
    let n = f32x4.splat(0);
    const stop = startOf(a.cornerStarts, i + 1) << 3;
    for (let t = startOf(a.cornerStarts, i) << 3; t < stop; t += 8) {
      const p = v128.load(a.x + ((<usize>load<u32>(a.corners + t)) << 4));
      const q = v128.load(a.x + ((<usize>load<u32>(a.corners + t, 4)) << 4));
      n = f32x4.add(cross(f32x4.sub(p, xi), f32x4.sub(q, xi)), n);
    }
    const length = sqrt<f32>(dot(n, n));
    const area: f32 = length / 6;
    const towards: f32 = length > 0 ? dot(w, n) / length : 0;
    const across = f32x4.mul(f32x4.splat(length > 0 ? towards / length : 0), n);
    const along = f32x4.sub(w, across);
    const rAcross: f32 = weight * <f32>1.2 * area * abs<f32>(towards);
    const drag: f32 = <f32>0.04 * area + <f32>0.47 * load<f32>(a.discs + ((<usize>i) << 2));
    const rAlong: f32 = weight * drag * sqrt<f32>(dot(along, along));
    const pushed = f32x4.mul(f32x4.splat(rAcross / (1 + rAcross)), across);
    const dragged = f32x4.mul(f32x4.splat(rAlong / (1 + rAlong)), along);
    v128.store(a.v + o, f32x4.add(velocity, f32x4.add(pushed, dragged)));
  }
}
