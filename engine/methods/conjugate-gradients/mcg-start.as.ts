import { solveBlock } from './diagonal-block.as';
import { filter } from './filter.as';

@unmanaged
export class McgStart {
  masses: usize;
  filters: usize;
  blocks: usize;
  right: usize;
  product: usize;
  residue: usize;
  conditioned: usize;
  direction: usize;
  preconditioned: u32;
}

// [HAN15] Alg. 1 lines 1 and 2
export function mcgStart(a: McgStart, first: u32, end: u32): void {
  for (let i = <usize>first; i < <usize>end; i++) {
    const at = i * 24;
    for (let c = at; c < at + 24; c += 8) {
      let left = load<f64>(a.right + c);
      left -= load<f64>(a.product + c);
      store<f64>(a.residue + c, left);
      store<f64>(a.conditioned + c, left);
    }
    if (a.preconditioned) solveBlock(a.blocks, a.residue, a.conditioned, i);
    filter(a.masses, a.filters, a.conditioned, i);
    memory.copy(a.direction + at, a.conditioned + at, 24);
  }
}
