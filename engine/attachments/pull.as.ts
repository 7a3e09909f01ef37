import { restVector } from '../methods/spring.as';
import { rowStart } from '../rows.as';
import { withW, xyz } from '../vector.as';

@unmanaged
export class Pull {
  x: usize;
  delta: usize;
  masses: usize;
  neighbours: usize;
  springOf: usize;
  springs: usize;
  pulls: usize;
  wishes: usize;
  entries: u32;
  inertia: f32;
  tension: f32;
}

export function pull(a: Pull, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const o = (<usize>i) << 4;
    const yi = v128.load(a.x + o);
    const di = v128.load(a.delta + o);
    let wish = f32x4.splat(0);
    // −∇g of [LBOK13] Eq. (8)
    let sum = f32x4.mul(f32x4.splat(-a.inertia * load<f32>(a.masses + o)), di);
    const stop = rowStart(a.neighbours, a.entries, i + 1);
    for (let entry = rowStart(a.neighbours, a.entries, i); entry < stop; entry += 4) {
      const j = load<u32>(a.neighbours + entry);
      if (j == i) continue;
      const s = load<u32>(a.springOf + entry);
      const spring = a.springs + ((<usize>s) << 3);
      const oj = (<usize>j) << 4;
      const e = f32x4.add(f32x4.sub(yi, v128.load(a.x + oj)), f32x4.sub(di, v128.load(a.delta + oj)));
      const stretch = f32x4.sub(e, restVector(e, load<f32>(spring), s, i, j));
      const stiffness = load<f32>(spring, 4);
      sum = f32x4.sub(sum, f32x4.mul(f32x4.splat(a.tension * stiffness), stretch));
      if (stiffness != 0) wish = f32x4.sub(wish, withW(stretch, -1));
    }
    v128.store(a.pulls + o, xyz(sum));
    v128.store(a.wishes + o, wish);
  }
}
