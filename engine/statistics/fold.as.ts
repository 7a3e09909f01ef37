@unmanaged
export class Fold {
  springTotals: usize;
  springCounts: usize;
  particleTotals: usize;
  springTotal: usize;
  springCount: usize;
  particleTotal: usize;
  springBlocks: u32;
  particleBlocks: u32;
}

export function fold(a: Fold, first: u32, end: u32): void {
  if (first >= end) return;
  store<f32>(a.springTotal, sum(a.springTotals, a.springBlocks, 16));
  store<f32>(a.springTotal, sum(a.springTotals + 4, a.springBlocks, 16), 4);
  let strainMax: f32 = 0;
  for (let block: u32 = 0; block < a.springBlocks; block++) {
    strainMax = max<f32>(strainMax, load<f32>(a.springTotals + ((<usize>block) << 4), 8));
  }
  store<f32>(a.springTotal, strainMax, 8);
  store<f32>(a.springTotal, sum(a.springTotals + 12, a.springBlocks, 16), 12);
  store<f32>(a.springCount, sum(a.springCounts, a.springBlocks, 4));
  for (let o: usize = 0; o < 16; o += 4) {
    store<f32>(a.particleTotal + o, sum(a.particleTotals + o, a.particleBlocks, 16));
  }
}

function sum(from: usize, count: u32, stride: usize): f32 {
  let total: f64 = 0;
  for (let k: u32 = 0; k < count; k++) {
    total += load<f32>(from + <usize>k * stride);
  }
  return <f32>total;
}
