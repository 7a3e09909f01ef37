import { solveBlock } from './diagonal-block.as';
import { filter } from './filter.as';
import { ALPHA } from './status.as';

@unmanaged
export class McgAdvance {
  masses: usize;
  filters: usize;
  blocks: usize;
  direction: usize;
  product: usize;
  status: usize;
  solution: usize;
  residue: usize;
  conditioned: usize;
  preconditioned: u32;
}

// [HAN15] Alg. 1 lines 8 and 9
export function mcgAdvance(a: McgAdvance, first: u32, end: u32): void {
  const alpha = load<f64>(a.status, ALPHA);
  for (let i = <usize>first; i < <usize>end; i++) {
    for (let c = i * 24; c < i * 24 + 24; c += 8) {
      let found = load<f64>(a.solution + c);
      let left = load<f64>(a.residue + c);
      found += alpha * load<f64>(a.direction + c);
      left -= alpha * load<f64>(a.product + c);
      store<f64>(a.solution + c, found);
      store<f64>(a.residue + c, left);
      store<f64>(a.conditioned + c, left);
    }
    if (a.preconditioned) solveBlock(a.blocks, a.residue, a.conditioned, i);
    filter(a.masses, a.filters, a.conditioned, i);
  }
}
