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
  const totals = sumsOf(a.springTotals, a.springBlocks);
  const most = mostOf(a.springTotals, a.springBlocks);
  v128.store(a.springTotal, f32x4.replace_lane(totals, 2, f32x4.extract_lane(most, 2)));
  store<f32>(a.springCount, sum(a.springCounts, a.springBlocks));
  v128.store(a.particleTotal, sumsOf(a.particleTotals, a.particleBlocks));
}

/** The sums of four columns, two in a vector, in float64 and in order. */
function sumsOf(rows: usize, count: u32): v128 {
  let early = f64x2.splat(0);
  let late = f64x2.splat(0);
  for (let row = rows, stop = rows + ((<usize>count) << 4); row < stop; row += 16) {
    early = f64x2.add(early, f64x2.promote_low_f32x4(v128.load64_zero(row)));
    late = f64x2.add(late, f64x2.promote_low_f32x4(v128.load64_zero(row, 8)));
  }
  return v128.shuffle<f32>(f32x4.demote_f64x2_zero(early), f32x4.demote_f64x2_zero(late), 0, 1, 4, 5);
}

/**
 * The greatest number of each of four columns, none below 0. No strain is NaN: max, which keeps those, takes the whole kernel
 * 2.7 times as long (EPYC, Node 20).
 */
function mostOf(rows: usize, count: u32): v128 {
  let most = f32x4.splat(0);
  for (let row = rows, stop = rows + ((<usize>count) << 4); row < stop; row += 16)
    most = f32x4.pmax(most, v128.load(row));
  return most;
}

function sum(numbers: usize, count: u32): f32 {
  let total: f64 = 0;
  for (let at = numbers, stop = numbers + ((<usize>count) << 2); at < stop; at += 4) total += load<f32>(at);
  return <f32>total;
}
