import { xyz } from '../../vector.as';

@unmanaged
export class Arrive {
  free: usize;
  delta: usize;
  particles: u32;
}

export function arrive(a: Arrive, first: u32, end: u32): void {
  const row = (<usize>a.particles) << 4;
  for (let o: usize = (<usize>first) << 4, stop: usize = (<usize>end) << 4; o < stop; o += 16) {
    const added = xyz(f32x4.sub(v128.load(a.free + row + o), v128.load(a.free + o)));
    v128.store(a.delta + o, f32x4.add(v128.load(a.delta + o), added));
  }
}
