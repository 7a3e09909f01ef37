import { xyz } from '../../vector.as';
import { relaxed } from './relaxed.as';

@unmanaged
export class RelaxJacobi {
  delta: usize;
  next: usize;
  rhs: usize;
  neighbours: usize;
  weights: usize;
  entries: u32;
}

// [PNF18] Eq. (2), [NP17] Alg. 6: a Jacobi sweep
export function relaxJacobi(a: RelaxJacobi, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const o = (<usize>i) << 4;
    v128.store(
      a.next + o,
      xyz(relaxed(v128.load(a.rhs + o), i, a.delta, a.neighbours, a.weights, a.entries)),
    );
  }
}
