import { rowStart } from '../../rows.as';

/**
 * start + Σ_j weight_ij δ_j over the row of particle i. Entry by entry: four at a time sequential sweeps, which wait for the particle
 * before, took 1.15 times as long (100 × 100, rows of four, EPYC, Node 20).
 */
export function relaxed(
  start: v128,
  i: u32,
  delta: usize,
  neighbours: usize,
  weights: usize,
  entries: u32,
): v128 {
  let sum = start;
  const stop = rowStart(neighbours, entries, i + 1);
  for (let e = rowStart(neighbours, entries, i); e < stop; e += 4) {
    const j = v128.load(delta + ((<usize>load<u32>(neighbours + e)) << 4));
    sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(weights + e), j));
  }
  return sum;
}
