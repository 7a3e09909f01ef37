import { withW } from '../vector.as';

@unmanaged
export class Hold {
  held: usize;
  holds: usize;
  masses: usize;
  force: usize;
  x: usize;
  v: usize;
  h: f32;
}

export function hold(a: Hold, first: u32, end: u32): void {
  const h = f32x4.splat(a.h);
  for (let k = first; k < end; k++) {
    const record = a.holds + ((<usize>k) << 5);
    const o = (<usize>load<u32>(a.held + ((<usize>k) << 2))) << 4;
    const mass = load<f32>(record, 16);
    const inverse = load<f32>(a.masses + o, 4);
    if (mass == 0 || inverse == 0) continue;
    const target = v128.load(record);
    const pull = f32x4.splat(a.h * f32x4.extract_lane(target, 3));
    const y = v128.load(a.x + o);
    const predicted = v128.load(a.v + o);
    const q = f32x4.sub(y, f32x4.mul(h, predicted));
    const lacking = f32x4.splat(a.h * (<f32>1 / mass - inverse));
    const free = f32x4.add(predicted, f32x4.mul(lacking, v128.load(a.force + o)));
    const momentum = f32x4.add(f32x4.mul(f32x4.splat(mass), free), f32x4.mul(pull, f32x4.sub(target, q)));
    const velocity = withW(f32x4.mul(momentum, f32x4.splat(inverse)), f32x4.extract_lane(predicted, 3));
    v128.store(a.v + o, velocity);
    v128.store(a.x + o, withW(f32x4.add(q, f32x4.mul(h, velocity)), f32x4.extract_lane(y, 3)));
  }
}
