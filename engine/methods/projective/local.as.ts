import { xyz } from '../../vector.as';
import { restVector } from '../spring.as';

@unmanaged
export class Local {
  x: usize;
  delta: usize;
  rhs: usize;
  neighbours: usize;
  springOf: usize;
  springs: usize;
  weights: usize;
  width: u32;
}

export function local(a: Local, first: u32, end: u32): void {
  const x = a.x;
  const delta = a.delta;
  const bytes = (<usize>a.width) << 2;
  for (let i = first; i < end; i++) {
    const o = (<usize>i) << 4;
    const yi = v128.load(x + o);
    const di = v128.load(delta + o);
    let sum = f32x4.splat(0);
    for (let entry = <usize>i * bytes, stop = entry + bytes; entry < stop; entry += 4) {
      const j = load<u32>(a.neighbours + entry);
      const spring = load<u32>(a.springOf + entry);
      const oj = (<usize>j) << 4;
      const y = f32x4.sub(yi, v128.load(x + oj));
      const e = f32x4.add(y, f32x4.sub(di, v128.load(delta + oj)));
      const d = restVector(e, load<f32>(a.springs + ((<usize>spring) << 3)), spring, i, j);
      sum = f32x4.add(sum, f32x4.mul(f32x4.splat(load<f32>(a.weights + entry)), f32x4.sub(d, y)));
    }
    v128.store(a.rhs + o, xyz(sum));
  }
}
