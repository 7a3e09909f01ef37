import { numbersAt } from '../grid.as';

@unmanaged
export class BlockStencil {
  blockEntries: usize;
  weights: usize;
  blockWeights: usize;
}

export function blockStencil(a: BlockStencil, first: u32, end: u32): void {
  let k = first;
  for (; k + 4 <= end; k += 4) {
    const o = (<usize>k) << 2;
    v128.store(a.blockWeights + o, numbersAt(a.weights, v128.load(a.blockEntries + o)));
  }
  for (; k < end; k++) {
    const o = (<usize>k) << 2;
    const entry = load<u32>(a.blockEntries + o);
    const weight: f32 = entry == u32.MAX_VALUE ? 0 : load<f32>(a.weights + ((<usize>entry) << 2));
    store<f32>(a.blockWeights + o, weight);
  }
}
