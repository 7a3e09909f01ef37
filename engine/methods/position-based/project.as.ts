import { rowStart } from '../../rows.as';
import { xyz } from '../../vector.as';
import { restVector } from '../spring.as';

@unmanaged
export class Project {
  x: usize;
  delta: usize;
  next: usize;
  masses: usize;
  neighbours: usize;
  springOf: usize;
  springs: usize;
  entries: u32;
}

// [NP17] Alg. 3, with the signs that shorten a stretched spring
export function project(a: Project, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const o = (<usize>i) << 4;
    const xi = v128.load(a.x + o);
    const di = v128.load(a.delta + o);
    const w = load<f32>(a.masses + o, 4);
    let sum = f32x4.splat(0);
    let n: f32 = 0;
    const stop = rowStart(a.neighbours, a.entries, i + 1);
    for (let entry = rowStart(a.neighbours, a.entries, i); entry < stop; entry += 4) {
      const j = load<u32>(a.neighbours + entry);
      const s = load<u32>(a.springOf + entry);
      const spring = a.springs + ((<usize>s) << 3);
      if (j == i || load<f32>(spring, 4) == 0 || w == 0) continue;
      const oj = (<usize>j) << 4;
      const e = f32x4.add(f32x4.sub(xi, v128.load(a.x + oj)), f32x4.sub(di, v128.load(a.delta + oj)));
      const d = restVector(e, load<f32>(spring), s, i, j);
      const share = w / (w + load<f32>(a.masses + oj, 4));
      sum = f32x4.add(sum, f32x4.mul(f32x4.splat(share), f32x4.sub(d, e)));
      n += 1;
    }
    const mean = f32x4.div(sum, f32x4.splat(max<f32>(n, 1)));
    v128.store(a.next + o, xyz(f32x4.add(di, mean)));
  }
}
