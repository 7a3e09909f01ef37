import { relaxed } from './relaxed.as';

@unmanaged
export class RelaxSequential {
  delta: usize;
  rhs: usize;
  neighbours: usize;
  weights: usize;
  order: usize;
  entries: u32;
  keep: f32;
}

// [PNF18] Eq. (3), [NP17] Alg. 5: a Gauss-Seidel sweep
export function relaxSequential(a: RelaxSequential, first: u32, end: u32): void {
  const keep = f32x4.splat(a.keep);
  for (let s = first; s < end; s++) {
    const i = load<u32>(a.order + ((<usize>s) << 2));
    const o = (<usize>i) << 4;
    const start = f32x4.add(f32x4.mul(keep, v128.load(a.delta + o)), v128.load(a.rhs + o));
    v128.store(a.delta + o, relaxed(start, i, a.delta, a.neighbours, a.weights, a.entries));
  }
}
