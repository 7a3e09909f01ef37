@unmanaged
export class GridStencil {
  gridEntries: usize;
  weights: usize;
  gridWeights: usize;
}

export function gridStencil(a: GridStencil, first: u32, end: u32): void {
  for (let k = first; k < end; k++) {
    const o = (<usize>k) << 2;
    const entry = load<u32>(a.gridEntries + o);
    const weight: f32 = entry == u32.MAX_VALUE ? 0 : load<f32>(a.weights + ((<usize>entry) << 2));
    store<f32>(a.gridWeights + o, weight);
  }
}
