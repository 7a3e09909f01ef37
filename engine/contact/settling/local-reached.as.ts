import { pullRange } from '../../methods/projective/local.as';
import { nextReached } from './reached.as';

@unmanaged
export class LocalReached {
  x: usize;
  delta: usize;
  rhs: usize;
  neighbours: usize;
  springOf: usize;
  springs: usize;
  weights: usize;
  reached: usize;
  entries: u32;
}

// [PNF18] Alg. 3
export function localReached(a: LocalReached, first: u32, end: u32): void {
  for (let i = nextReached(a.reached, first, end); i < end; i = nextReached(a.reached, i, end)) {
    let to = i + 1;
    while (to < end && load<u32>(a.reached + ((<usize>to) << 2)) != 0) to++;
    pullRange(a.x, a.delta, a.rhs, a.neighbours, a.springOf, a.springs, a.weights, a.entries, i, to);
    i = to;
  }
}
