import { numbersAt } from '../grid.as';

@unmanaged
export class GridStencil {
  gridEntries: usize;
  weights: usize;
  gridWeights: usize;
}

export function gridStencil(a: GridStencil, first: u32, end: u32): void {
  let k = first;
  for (; k + 4 <= end; k += 4) {
    const o = (<usize>k) << 2;
    v128.store(a.gridWeights + o, numbersAt(a.weights, v128.load(a.gridEntries + o)));
  }
  for (; k < end; k++) {
    const o = (<usize>k) << 2;
    const entry = load<u32>(a.gridEntries + o);
    const weight: f32 = entry == u32.MAX_VALUE ? 0 : load<f32>(a.weights + ((<usize>entry) << 2));
    store<f32>(a.gridWeights + o, weight);
  }
}
